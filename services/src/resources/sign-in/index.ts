import type { Resource } from '../resource';
import { revokeHosted } from './hosted-sessions';
import { signInOf } from './sign-in';
import { mountSignIn } from './sign-in.routes';
import { toUser } from './user.serializer';
import type { Deps } from '../resource';

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
    const { accounts, sessions } = signInOf(deps);
    const user = await accounts.byId(userId);
    return { user: user && toUser(user), sessions: await sessions.list(userId) };
  },
  async eraseUser(userId, deps) {
    const { accounts, codes, sessions } = signInOf(deps);
    if (isHosted(deps)) await revokeHosted(deps, userId);
    const email = await emailOf(userId, deps);
    await sessions.end(userId, 'global');
    if (email) await codes.forget(email);
    await accounts.erase(userId);
  },
};
