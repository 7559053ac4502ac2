import { LRUCache } from 'lru-cache';
import { ApiError } from '../../http/api-error';
import type { CheckedToken } from '../../http/access-token';
import type { Actor } from '../../http/session';
import type { Deps } from '../resource';
import { revoke, revokedSince } from './revocations';

const BELIEVED_MS = 50_000;
const PATIENCE_MS = 3_000;

/** What a hosted project's GET /user says about a session, or, if it refuses the token alone, 'refused'; null if it cannot be reached. */
type Word = 'ended' | 'unproven' | 'proven' | 'refused' | null;

/** The codes of a session that has ended, or of a user who is gone or banned; an expired token is `bad_jwt`. */
const ENDS = /^(session|user)_/;

interface HostedUser {
  readonly email?: unknown;
  readonly email_confirmed_at?: unknown;
  readonly is_anonymous?: unknown;
  readonly banned_until?: unknown;
}

/** Whether a token's mailbox was proven after an instant. */
export const provedSince = ({ provenAt }: Pick<Actor, 'provenAt'>, at: Date): boolean =>
  provenAt !== null && provenAt > at.getTime();

const judge = (user: HostedUser, address: string, now: Date): Word => {
  const isConfirmed = typeof user.email_confirmed_at === 'string' && user.email_confirmed_at !== '';
  const isSame = typeof user.email === 'string' && user.email.toLowerCase() === address;
  // an older project goes on to answer for the tokens of a banned user
  const isBanned = Date.parse(String(user.banned_until)) > now.getTime();
  return isConfirmed && isSame && !isBanned && user.is_anonymous !== true ? 'proven' : 'unproven';
};

/** Calls the project's sign-in API. Rejects without an answer. */
function ask(
  { env }: Pick<Deps, 'env'>,
  call: `${'GET' | 'POST' | 'DELETE'} ${string}`,
  authorization: string,
  apikey = env.SUPABASE_KEY,
): Promise<Response> {
  const [method, path] = call.split(' ') as [string, string];
  const headers = { apikey, authorization };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return fetch(`${env.SUPABASE_URL}/auth/v1/${path}`, { method, headers, signal });
}

/** Asks the project about a session, whatever it said before. */
export async function fetchUser(
  deps: Deps,
  authorization: string,
  { sessionId, email }: Actor,
): Promise<Word> {
  try {
    const response = await ask(deps, 'GET user', authorization);
    if (response.ok) return judge((await response.json()) as HostedUser, email, deps.clock.now());
    if (response.status === 403) {
      const { code, error_code = code } = (await response.json()) as Record<string, unknown>;
      if (!ENDS.test(String(error_code))) return 'refused';
      await revoke(deps, sessionId);
      return 'ended';
    }
    await response.body?.cancel();
    // a 401 can also mean a wrong API key, so it ends nothing for good
    return response.status === 401 ? 'ended' : null;
  } catch {
    deps.log.warn('the hosted sign-in project does not answer');
    return null;
  }
}

/**
 * Whether a session of a hosted project is live and its address confirmed, by the project's GET /user, at most once per BELIEVED_MS and
 * session, but each time for a token that the project refuses for itself. While the project is unreachable, a session it confirmed before is accepted until its token expires; other sessions get 503.
 */
export function createHostedSessions(deps: Deps) {
  const believed = new LRUCache<string, { readonly live: boolean; readonly until: number }>({ max: 50_000 });

  async function isErased({ actor }: CheckedToken): Promise<boolean> {
    const since = await revokedSince(deps, actor.userId);
    return since !== null && !provedSince(actor, since);
  }

  return {
    async isLive(token: string, checked: CheckedToken, orErased: boolean): Promise<boolean> {
      if (orErased && (await isErased(checked))) return true;
      const now = deps.clock.now().getTime();
      const { sessionId, userId, email } = checked.actor;
      // the cache key includes holder and address, because only the project vouches for the session id
      const about = [sessionId, userId, email].join(' ');
      const known = believed.get(about);
      if (known && known.until > now) return known.live;
      const word = (await isErased(checked))
        ? 'ended'
        : await fetchUser(deps, `Bearer ${token}`, checked.actor);
      if (word === 'refused') return false;
      if (word === null && !known) throw new ApiError('unavailable', { retryAfterSeconds: 2 });
      const live = word === null ? known!.live : word === 'proven';
      believed.set(about, { live, until: now + BELIEVED_MS });
      return live;
    },
  };
}

/**
 * Deletes a student's user at a hosted project, with the address and the sessions. Returns whether no user is left; an operator, whom the
 * log tells which, deletes one whose deletion fails, or any without SUPABASE_SERVICE_KEY.
 */
export async function deleteHostedUser(deps: Deps, userId: string): Promise<boolean> {
  const { SUPABASE_URL: url, SUPABASE_SERVICE_KEY: key } = deps.env;
  if (!url || !key) return !url;
  const answer = await ask(deps, `DELETE admin/users/${userId}`, `Bearer ${key}`, key).catch(() => null);
  await answer?.body?.cancel();
  if (answer?.ok || answer?.status === 404) return true;
  deps.log.error({ status: answer?.status, userId }, 'delete this user in the hosted project, which did not');
  return false;
}

/** Ends all sessions of a student at the hosted project but the one of this Authorization header. */
export async function endHostedSessions(deps: Pick<Deps, 'env'>, authorization: string) {
  const answer = await ask(deps, 'POST logout?scope=others', authorization).catch((cause: unknown) => {
    throw new ApiError('unavailable', { retryAfterSeconds: 2, cause });
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new ApiError('unavailable', { retryAfterSeconds: 2 });
}
