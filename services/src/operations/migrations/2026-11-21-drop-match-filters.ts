import type { mongo } from 'mongoose';
import type { Migration } from './migration';

const COLLECTION = 'match_filters';

const isThere = async (db: mongo.Db) => (await db.listCollections({ name: COLLECTION }).toArray()).length > 0;

/** Drops the collection of answers stored for a day; a day's match list now holds them. */
export const dropMatchFilters: Migration = {
  name: '2026-11-21-drop-match-filters',
  async up(db) {
    if (await isThere(db)) await db.dropCollection(COLLECTION);
  },
  async down(db) {
    if (!(await isThere(db))) await db.createCollection(COLLECTION);
  },
};
