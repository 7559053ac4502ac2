import type { Migration } from '../../../src/operations/migrations/migration';

/** A migration with a write for each document, long enough to be killed in the middle. */
export const FULL_NAMES: Migration = {
  name: '2026-01-01-full-names',
  async up(db) {
    const people = db.collection('people');
    for await (const { _id, first, last } of people.find())
      await people.updateOne({ _id }, { $set: { full: `${first} ${last}` } });
  },
  async down(db) {
    const people = db.collection('people');
    for await (const { _id } of people.find()) await people.updateOne({ _id }, { $unset: { full: '' } });
  },
};
