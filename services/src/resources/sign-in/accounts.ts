import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { users, type User } from './user.model';

const UNVERIFIED_MS = 24 * 60 * 60_000;

const newAccount = (createdAt: Date) => ({
  _id: randomUUID(),
  identityId: randomUUID(),
  appMetadata: { provider: 'email', providers: ['email'] },
  userMetadata: {},
  createdAt,
  bannedUntil: null,
});

/** Accounts: made unverified by the first code request, verified by the first right code, found by id or address. */
export function createAccounts({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const model = users(db);
  return {
    byId: (id: string): Promise<User | null> => model.findById(id).lean(),
    /** Whether somebody proved to read that mailbox; an account that only a code request made does not count. */
    exists: async (email: string): Promise<boolean> =>
      (await model.exists({ email, confirmedAt: mongoose.trusted({ $ne: null }) })) !== null,

    /** Whether a code was asked for with that address, and none was typed yet. */
    isUnproven: async (email: string): Promise<boolean> =>
      (await model.exists({ email, confirmedAt: null })) !== null,

    /** Makes the account of an address nobody has proven yet; changes nothing about one that is there. It goes after a day. */
    async open(email: string): Promise<void> {
      const now = clock.now();
      const unverifiedUntil = new Date(now.getTime() + UNVERIFIED_MS);
      const made = {
        ...newAccount(now),
        lastSignInAt: null,
        updatedAt: now,
        confirmedAt: null,
        unverifiedUntil,
      };
      // where two asked at once, or the code was used meanwhile, the other one made it
      await model.updateOne({ email }, { $setOnInsert: made }, { upsert: true }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    },

    /** The account of a proven address; `data` counts only for the first proof, as it came with the code of whoever reads the mailbox. */
    async signIn(email: string, data: Record<string, unknown>): Promise<User> {
      const now = clock.now();
      const first = { userMetadata: data, confirmedAt: now, unverifiedUntil: null };
      await model.updateOne({ email, confirmedAt: null }, { $set: first });
      return model
        .findOneAndUpdate(
          { email },
          { $set: { lastSignInAt: now, updatedAt: now }, $setOnInsert: { ...newAccount(now), ...first } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean();
    },

    /** Merges into user_metadata; null removes a key. */
    async mergeMetadata(user: User, changes: Record<string, unknown>): Promise<User | null> {
      const merged = Object.entries({ ...user.userMetadata, ...changes }).filter(
        ([, value]) => value !== null,
      );
      return model
        .findOneAndUpdate(
          { _id: user._id },
          { $set: { userMetadata: Object.fromEntries(merged), updatedAt: clock.now() } },
          { returnDocument: 'after' },
        )
        .lean();
    },

    isBanned: ({ bannedUntil }: User): boolean => bannedUntil !== null && bannedUntil > clock.now(),
    erase: async (id: string): Promise<void> => void (await model.deleteOne({ _id: id })),
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
