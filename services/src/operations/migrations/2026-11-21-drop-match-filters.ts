import type { mongo } from 'mongoose';
import type { Migration } from './migration';

const COLLECTION = 'match_filters';

const isThere = async (db: mongo.Db) => (await db.listCollections({ name: COLLECTION }).toArray()).length > 0;

/** Answers kept for a day had a collection of their own; they are part of what a match list of a day holds now. */
export const dropMatchFilters: Migration = {
  name: '2026-11-21-drop-match-filters',
  async up(db) {
    if (await isThere(db)) await db.dropCollection(COLLECTION);
  },
  async down(db) {
    if (!(await isThere(db))) await db.createCollection(COLLECTION);
  },
};
