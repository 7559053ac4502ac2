import type { mongo } from 'mongoose';
import type { Migration } from './migration';

async function drop(db: mongo.Db, name: string): Promise<void> {
  if ((await db.listCollections({ name }).toArray()).length > 0) await db.dropCollection(name);
}

/** Limits are counted in `rate_counts` now, by a library. Each version makes its own collection, and its windows start again. */
export const rateCounts: Migration = {
  name: '2026-11-24-rate-counts',
  up: (db) => drop(db, 'rate_limits'),
  down: (db) => drop(db, 'rate_counts'),
};
