import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { onDuplicate } from '../../infra/duplicate-key';
import { inTransaction } from '../../infra/in-transaction';
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

/** Accounts: created unverified by the first code request, verified by the first right code, found by id or address. */
export function createAccounts({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const model = users(db);
  return {
    byId: (id: string): Promise<User | null> => model.findById(id).lean(),
    /** Whether a verified account has this address. */
    exists: async (email: string): Promise<boolean> =>
      (await model.exists({ email, confirmedAt: mongoose.trusted({ $ne: null }) })) !== null,

    /** Whether a code was requested for this address and none entered yet. */
    isUnproven: async (email: string): Promise<boolean> =>
      (await model.exists({ email, confirmedAt: null })) !== null,

    /** Creates an unverified account unless the address has an account. It is deleted after a day. */
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
      // a concurrent request, or the right code, created it
      const opened = model.updateOne({ email }, { $setOnInsert: made }, { upsert: true });
      await opened.catch(onDuplicate(() => undefined));
    },

    /** The account of a verified address. `data` counts only the first time: it belongs to the code that the mailbox's owner used. */
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

    /**
     * Merges into user_metadata; null removes a key. Returns null without the account. Throws what `refuse` throws for the metadata that would be
     * stored; of requests at once, none loses another's and each is judged by what is there.
     */
    mergeMetadata: (
      _id: string,
      changes: Record<string, unknown>,
      refuse: (merged: Record<string, unknown>) => void,
    ): Promise<User | null> =>
      inTransaction(db, async (session) => {
        const user = await model.findById(_id).session(session).lean();
        const all = Object.entries({ ...user?.userMetadata, ...changes });
        const userMetadata = Object.fromEntries(all.filter(([, value]) => value !== null));
        refuse(userMetadata);
        const $set = { userMetadata, updatedAt: clock.now() };
        return model.findOneAndUpdate({ _id }, { $set }, { returnDocument: 'after', session }).lean();
      }),

    isBanned: ({ bannedUntil }: User): boolean => bannedUntil !== null && bannedUntil > clock.now(),
    erase: async (id: string): Promise<void> => void (await model.deleteOne({ _id: id })),
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
