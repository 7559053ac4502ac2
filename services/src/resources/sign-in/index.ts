import { mailboxOf } from '@flint/contracts';
import type { Actor } from '../../http/session';
import { prepareRateLimits } from '../../http/rate-limit';
import type { Deps, Resource } from '../resource';
import { isAnyRevoked, revoke, revokedSince } from './revocations';
import { storedKeys } from './keyring.model';
import { devices, mailboxes } from './mailbox.model';
import { revocations } from './revocation.model';
import { sessions } from './session.model';
import { signInOf } from './sign-in';
import { bindSessions } from './sessions.routes';
import { mountSignIn } from './sign-in.routes';
import { users, type User } from './user.model';
import { toUser } from './user.serializer';

export { createVerifier } from './verifier';

const RELOAD_KEYS_MS = 10 * 60_000;

const isHosted = ({ env }: Deps) => env.SUPABASE_URL !== undefined;

/** The address of an account; null when there is none, or its project is hosted. */
export async function emailOf(userId: string, deps: Deps): Promise<string | null> {
  return (await signInOf(deps).accounts.byId(userId))?.email ?? null;
}

/**
 * Whether an account was erased while one of its tokens may still be believed by a process. A hosted project gives the same id again to
 * who comes back, so there its tokens are told apart one by one instead.
 */
export const wasErased = async (deps: Deps, userId: string): Promise<boolean> =>
  !isHosted(deps) && (await revokedSince(deps, userId)) !== null;

/** Whether a token is of somebody who came back after their account was erased: a hosted project gives them the same id again. */
export const isReturned = (deps: Deps, { issuedAt }: Pick<Actor, 'issuedAt'>, erasedAt: Date): boolean =>
  isHosted(deps) && issuedAt > erasedAt.getTime();

/**
 * Whether what was given out in a session counts no more: the session was ended, its account erased, or banned from signing in. A
 * hosted project tells of the end of a session when it is next asked.
 */
export async function wasEnded(
  deps: Deps,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<boolean> {
  // a hosted project gives the same id again to who comes back
  if (isHosted(deps)) return isAnyRevoked(deps, [sessionId]);
  const [isRevoked, isBanned] = await Promise.all([
    isAnyRevoked(deps, [userId, sessionId]),
    isBannedNow(deps, userId),
  ]);
  return isRevoked || isBanned;
}

/** Whether an operator banned the account from signing in, whatever a process still believes. A hosted project bans by itself. */
export async function isBannedNow(deps: Deps, userId: string): Promise<boolean> {
  const { accounts } = signInOf(deps);
  const user = await accounts.byId(userId);
  return user !== null && accounts.isBanned(user);
}

/** Ends what was given out in a session of a hosted project, whose own sessions are not ours to end. */
export const endHosted = async (deps: Deps, sessionId: string): Promise<void> => {
  if (isHosted(deps)) await revoke(deps, sessionId);
};

/**
 * Accounts of an older version whose address is not written as its mailbox is, with a tag or in capitals, beside the others of that
 * mailbox; the one to keep comes first.
 */
export async function sharedMailboxes(deps: Deps): Promise<{ mailbox: string; accounts: User[] }[]> {
  const odd = await users(deps.db)
    .find({ email: /[+A-Z]/ })
    .lean();
  const nameOf = (email: string) => mailboxOf(email.toLowerCase());
  const mailboxes = new Set(odd.map(({ email }) => nameOf(email)).filter((name) => !name.includes('+')));
  return Promise.all(
    [...mailboxes].map(async (mailbox) => {
      // an account nobody has proven is never the one to keep
      const rank = ({ email, lastSignInAt }: User) =>
        lastSignInAt === null ? 0 : email === mailbox ? Infinity : lastSignInAt.getTime();
      const plain = await users(deps.db).find({ email: mailbox }).lean();
      const others = odd.filter(({ email }) => nameOf(email) === mailbox);
      return { mailbox, accounts: [...plain, ...others].toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1)) };
    }),
  );
}

/** Keeps an account out of sign-in for as long as another of its mailbox. */
export async function shareBan({ db }: Deps, { bannedUntil }: User, userId: string): Promise<void> {
  if (bannedUntil !== null) await users(db).updateOne({ _id: userId }, { $max: { bannedUntil } });
}

/** Gives an account the plain address of its mailbox, which no other account may have. */
export const renameAccount = async ({ db }: Deps, userId: string, email: string): Promise<void> =>
  void (await users(db).updateOne({ _id: userId }, { $set: { email } }));

/** Sign-in as GoTrue does it, under /auth/v1; absent where a hosted project does it. */
export const signIn: Resource = {
  name: 'sign-in',
  routes: bindSessions,
  mount(router, deps) {
    if (!isHosted(deps)) mountSignIn(router, deps);
  },
  async prepare(deps) {
    const models = [users, sessions, mailboxes, devices, storedKeys, revocations].map((model) =>
      model(deps.db),
    );
    await Promise.all([prepareRateLimits(deps.db), ...models.map((model) => model.init())]);
    if (!isHosted(deps)) await signInOf(deps).keyring.reload();
  },
  start(deps) {
    if (isHosted(deps)) return async () => undefined;
    const { keyring } = signInOf(deps);
    const timer = setInterval(() => {
      keyring.reload().catch((error: unknown) => deps.log.warn({ err: error }, 'keys not reloaded'));
    }, RELOAD_KEYS_MS);
    timer.unref();
    return async () => clearInterval(timer);
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
    const parts = signInOf(deps);
    await revoke(deps, userId);
    const email = await emailOf(userId, deps);
    await parts.sessions.end(userId, 'global');
    if (email) await parts.codes.forget(email);
    await parts.accounts.erase(userId);
  },
};
