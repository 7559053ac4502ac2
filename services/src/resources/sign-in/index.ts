import { mailboxOf } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import type { Actor } from '../../http/session';
import { every } from '../../infra/every';
import { readPaced } from '../../infra/paced';
import type { Deps, Resource } from '../resource';
import { endHostedSessions, fetchUser, provedSince } from './hosted-sessions';
import { revoke, revokedSince } from './revocations';
import { sessions } from './session.model';
import { signInOf } from './sign-in';
import { mountSignIn, refuseAsGoTrue } from './sign-in.routes';
import { users, type User } from './user.model';
import { toUser } from './user.serializer';

export { createVerifier } from './verifier';
export { deleteHostedUser, endHostedSessions } from './hosted-sessions';
export { LIFE_SECONDS, sessions, type Session } from './session.model';
export { signInOf } from './sign-in';
export { users } from './user.model';

const RELOAD_KEYS_MS = 10 * 60_000;

/** Whether sign-in and its sessions belong to a hosted project. */
export const isHosted = ({ env }: Pick<Deps, 'env'>): boolean => env.SUPABASE_URL !== undefined;

/** The address of an account; null if there is none, or the project is hosted. */
export async function emailOf(userId: string, deps: Deps): Promise<string | null> {
  return (await signInOf(deps).accounts.byId(userId))?.email ?? null;
}

/**
 * Whether an account was erased while a process may still accept one of its tokens. A hosted project gives a returning student the same id,
 * so there `isReturned` checks each token.
 */
export const wasErased = async (deps: Deps, userId: string): Promise<boolean> =>
  !isHosted(deps) && (await revokedSince(deps, userId)) !== null;

/** Whether a student returned to an account of the same id, as a hosted project has it: by a code, because other devices get new tokens without one. */
export const isReturned = (deps: Deps, actor: Actor, erasedAt: Date): boolean =>
  isHosted(deps) && provedSince(actor, erasedAt);

/**
 * Whether addresses and links issued in a session are invalid: neither it nor the one that replaced it is live, or its account is banned.
 * A hosted project reports the end of a session at the next check, and it is remembered for eight days.
 */
export async function wasEnded(
  deps: Deps,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<boolean> {
  if (isHosted(deps)) return (await revokedSince(deps, sessionId)) !== null;
  const [live, isBanned] = await Promise.all([
    signInOf(deps).sessions.list(userId),
    isBannedNow(deps, userId),
  ]);
  return isBanned || !live.some(({ _id, before }) => _id === sessionId || before?.includes(sessionId));
}

/** Whether an operator banned the account from signing in, by the database. A hosted project handles its own bans. */
export async function isBannedNow(deps: Deps, userId: string): Promise<boolean> {
  const { accounts } = signInOf(deps);
  const user = await accounts.byId(userId);
  return user !== null && accounts.isBanned(user);
}

/**
 * Throws 401 if the account is banned or its session has ended, which this process may not have read yet: deleting it and registering again must not
 * evade a ban. Throws 503 if the hosted project cannot be reached.
 */
export async function refuseBanned(deps: Deps, actor: Actor, authorization: string): Promise<void> {
  // without the key the project keeps the user, and the ban
  const isAsked = isHosted(deps) && deps.env.SUPABASE_SERVICE_KEY;
  const word = isAsked ? await fetchUser(deps, authorization, actor) : 'proven';
  if (word === null) throw new ApiError('unavailable', { retryAfterSeconds: 2 });
  if (word !== 'proven' || (await isBannedNow(deps, actor.userId))) throw new ApiError('unauthenticated');
}

/** Ends the sessions of an account, or of every account, in all processes within seconds. Not those of a hosted project. */
export const endSessions = async ({ db }: Pick<Deps, 'db'>, userId?: string): Promise<void> =>
  void (await sessions(db).deleteMany(userId === undefined ? {} : { userId }));

/** When each account last signed in, by id; empty with a hosted project, which keeps that itself. */
export async function lastSignIns({ db }: Pick<Deps, 'db'>): Promise<Map<string, Date>> {
  const last = new Map<string, Date>();
  for await (const { _id, lastSignInAt } of readPaced<User>(users(db).find({}, { lastSignInAt: 1 })))
    if (lastSignInAt) last.set(_id, lastSignInAt);
  return last;
}

/**
 * Ends what was issued in a hosted project's session, and asks the project to end the student's others, which only it can: the browser ends
 * this one, with which it may repeat the deletion. `authorization`: null if they ended with the user.
 */
export async function endHosted(deps: Deps, sessionId: string, authorization: string | null): Promise<void> {
  if (!isHosted(deps)) return;
  await revoke(deps, sessionId);
  if (authorization === null) return;
  const report = (error: unknown) => deps.log.warn({ err: error }, 'hosted sessions not ended');
  await endHostedSessions(deps, authorization).catch(report);
}

/** Older versions' accounts of the same mailbox, with a tag or capitals in the address; the one to keep comes first. */
export async function sharedMailboxes(deps: Deps): Promise<{ mailbox: string; accounts: User[] }[]> {
  const odd = await users(deps.db)
    .find({ email: /[+A-Z]/ })
    .lean();
  const nameOf = (email: string) => mailboxOf(email.toLowerCase());
  const mailboxes = new Set(odd.map(({ email }) => nameOf(email)).filter((name) => !name.includes('+')));
  return Promise.all(
    [...mailboxes].map(async (mailbox) => {
      // an unverified account is never the one to keep
      const rank = ({ email, lastSignInAt }: User) =>
        lastSignInAt === null ? 0 : email === mailbox ? Infinity : lastSignInAt.getTime();
      const plain = await users(deps.db).find({ email: mailbox }).lean();
      const others = odd.filter(({ email }) => nameOf(email) === mailbox);
      return { mailbox, accounts: [...plain, ...others].toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1)) };
    }),
  );
}

/** Applies the ban of another account of the mailbox. */
export async function shareBan({ db }: Deps, { bannedUntil }: User, userId: string): Promise<void> {
  if (bannedUntil !== null) await users(db).updateOne({ _id: userId }, { $max: { bannedUntil } });
}

/** Gives an account the plain address of its mailbox, which no other account may have. */
export const renameAccount = async ({ db }: Deps, userId: string, email: string): Promise<void> =>
  void (await users(db).updateOne({ _id: userId }, { $set: { email } }));

/** Sign-in compatible with GoTrue, under /auth/v1; absent with a hosted project. */
export const signIn: Resource = {
  name: 'sign-in',
  mount(router, deps) {
    if (!isHosted(deps)) mountSignIn(router, deps);
  },
  refusals: (deps) => (isHosted(deps) ? null : refuseAsGoTrue(deps)),
  async prepare(deps) {
    if (!isHosted(deps)) await signInOf(deps).keyring.reload();
  },
  start(deps) {
    if (isHosted(deps)) return async () => undefined;
    const { keyring } = signInOf(deps);
    const report = (error: unknown) => deps.log.warn({ err: error }, 'keys not reloaded');
    return every(RELOAD_KEYS_MS, () => keyring.reload(), report);
  },
  async exportUser(userId, deps) {
    const parts = signInOf(deps);
    const user = await parts.accounts.byId(userId);
    const held = await parts.sessions.list(userId);
    const shown = held.map(({ browser, system, createdAt, refreshedAt }) => ({
      browser,
      system,
      createdAt,
      refreshedAt,
    }));
    return { user: user && toUser(user), sessions: shown };
  },
  async eraseUser(userId, deps) {
    const { accounts, codes, sessions: held } = signInOf(deps);
    await revoke(deps, userId);
    const email = await emailOf(userId, deps);
    const forget = async () => {
      await held.end(userId, 'global');
      if (email) await codes.forget(email);
    };
    await forget();
    await accounts.erase(userId);
    // again, for what a right code wrote while there was an account
    if (email) await forget();
  },
};
