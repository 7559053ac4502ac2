import type { mongo } from 'mongoose';
import { dropCollections, hasCollection, type Migration } from './migration';

const HELD = 'match_days';
const MADE = ['match_rounds', 'match_pieces', 'match_lists'];
/** Collections that informed a process of others' writes; unused now. */
const FOLLOWED = [
  ['profiles', 'updatedAt'],
  ['availabilities', 'lastUpdated'],
] as const;

async function dropIndexes(db: mongo.Db): Promise<void> {
  for (const [name, field] of FOLLOWED) {
    if (!(await hasCollection(db, name))) continue;
    const known = (await db.collection(name).indexes()).find(({ key }) => Object.keys(key).join() === field);
    if (known) await db.collection(name).dropIndex(known.name!);
  }
}

/** Lists were stored per day as students looked; now a round makes them all together. In both versions the first look makes what is missing. */
export const matchingInRounds: Migration = {
  name: '2026-11-22-matching-in-rounds',
  async up(db) {
    await dropCollections(db, HELD);
    await dropIndexes(db);
  },
  async down(db) {
    await dropCollections(db, ...MADE);
    for (const [name, field] of FOLLOWED) await db.collection(name).createIndex({ [field]: 1 });
    if (!(await hasCollection(db, HELD))) await db.createCollection(HELD);
  },
};
