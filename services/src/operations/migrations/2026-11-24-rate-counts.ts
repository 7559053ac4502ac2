import { dropCollections, type Migration } from './migration';

/** Limits are counted in `rate_counts` now, by a library. Each version makes its own collection, and its windows start again. */
export const rateCounts: Migration = {
  name: '2026-11-24-rate-counts',
  up: (db) => dropCollections(db, 'rate_limits'),
  down: (db) => dropCollections(db, 'rate_counts'),
};
