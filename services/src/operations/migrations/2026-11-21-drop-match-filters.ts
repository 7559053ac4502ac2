import { dropCollections, hasCollection, type Migration } from './migration';

const COLLECTION = 'match_filters';

/** Drops the collection of answers stored for a day; a day's match list now holds them. */
export const dropMatchFilters: Migration = {
  name: '2026-11-21-drop-match-filters',
  up: (db) => dropCollections(db, COLLECTION),
  async down(db) {
    if (!(await hasCollection(db, COLLECTION))) await db.createCollection(COLLECTION);
  },
};
