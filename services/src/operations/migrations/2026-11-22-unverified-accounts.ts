import type { Migration } from './migration';

/** An account exists from the first code request on, unverified at first. The version before knows verified ones only. */
export const unverifiedAccounts: Migration = {
  name: '2026-11-22-unverified-accounts',
  async up() {
    // accounts of the version before are verified: nothing to change
  },
  async down(db) {
    await db.collection('auth_users').deleteMany({ confirmedAt: null });
  },
};
