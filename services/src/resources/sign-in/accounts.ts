import { randomUUID } from 'node:crypto';
import type { Deps } from '../resource';
import { users, type User } from './user.model';

/** Accounts: made by the first right code, found by id or address. */
export function createAccounts({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const model = users(db);
  return {
    byId: (id: string): Promise<User | null> => model.findById(id).lean(),
    exists: async (email: string): Promise<boolean> => (await model.exists({ email })) !== null,

    /** The account of a proven address; `data` counts only when this makes it. */
    async signIn(email: string, data: Record<string, unknown>): Promise<User> {
      const now = clock.now();
      const made = {
        _id: randomUUID(),
        identityId: randomUUID(),
        appMetadata: { provider: 'email', providers: ['email'] },
        userMetadata: data,
        confirmedAt: now,
        createdAt: now,
        bannedUntil: null,
      };
      return model
        .findOneAndUpdate(
          { email },
          { $set: { lastSignInAt: now, updatedAt: now }, $setOnInsert: made },
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
