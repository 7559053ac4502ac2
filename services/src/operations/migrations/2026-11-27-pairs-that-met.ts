import type { Migration } from './migration';

/** Pairs that stay apart after a date when one of the two leaves and returns. The version before fails at a reason that it does not know. */
export const pairsThatMet: Migration = {
  name: '2026-11-27-pairs-that-met',
  up: async () => undefined,
  async down(db) {
    await db.collection('pairs_apart').deleteMany({ reason: 'met' });
  },
};
