import type { Migration } from './migration';

/** An account now exists from the first code request, unverified at first. The previous version has verified accounts only. */
export const unverifiedAccounts: Migration = {
  name: '2026-11-22-unverified-accounts',
  async up() {
    // accounts of the previous version are verified: nothing to change
  },
  async down(db) {
    await db.collection('auth_users').deleteMany({ confirmedAt: null });
  },
};
