import type { Migration } from './migration';

/**
 * Answers kept for a repeat are encrypted. The two versions cannot read each other's, which last a day; who repeats a request of the minute
 * before gets the answer of a new request.
 */
export const encryptedAnswers: Migration = {
  name: '2026-11-26-encrypted-answers',
  async up(db) {
    await db.collection('idempotency_keys').deleteMany({ shows: { $exists: false } });
  },
  async down(db) {
    await db.collection('idempotency_keys').deleteMany({ shows: { $exists: true } });
  },
};
