import { prepareRateLimits } from '../../http/rate-limit';
import type { Deps, Resource } from '../resource';
import { revokeHosted } from './hosted-sessions';
import { storedKeys } from './keyring.model';
import { mailboxes } from './mailbox.model';
import { revocations } from './revocation.model';
import { sessions } from './session.model';
import { signInOf } from './sign-in';
import { mountSignIn } from './sign-in.routes';
import { users } from './user.model';
import { toUser } from './user.serializer';

export { createVerifier } from './verifier';

const RELOAD_KEYS_MS = 10 * 60_000;

const isHosted = ({ env }: Deps) => env.SUPABASE_URL !== undefined;

/** The address of an account; null when there is none, or its project is hosted. */
export async function emailOf(userId: string, deps: Deps): Promise<string | null> {
  return (await signInOf(deps).accounts.byId(userId))?.email ?? null;
}

/** Sign-in as GoTrue does it, under /auth/v1; absent where a hosted project does it. */
export const signIn: Resource = {
  name: 'sign-in',
  mount(router, deps) {
    if (!isHosted(deps)) mountSignIn(router, deps);
  },
  async prepare(deps) {
    const models = [users, sessions, mailboxes, storedKeys, revocations].map((model) => model(deps.db));
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
    return { user: user && toUser(user), sessions: await parts.sessions.list(userId) };
  },
  async eraseUser(userId, deps) {
    const parts = signInOf(deps);
    if (isHosted(deps)) await revokeHosted(deps, userId);
    const email = await emailOf(userId, deps);
    await parts.sessions.end(userId, 'global');
    if (email) await parts.codes.forget(email);
    await parts.accounts.erase(userId);
  },
};
