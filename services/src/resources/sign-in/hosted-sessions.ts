import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../http/api-error';
import type { CheckedToken } from '../../http/access-token';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';
import { revocations } from './revocation.model';

const BELIEVED_MS = 50_000;
const PATIENCE_MS = 3_000;

const nameOf = (secret: Buffer, userId: string) =>
  createHmac('sha256', deriveKey(secret, 'sign-in/revocations')).update(userId).digest('base64url');

/** Notes that an account was erased: every token issued for it so far is refused from now on, whoever issued it. */
export async function revokeTokens({ db, clock, secret }: Deps, userId: string): Promise<void> {
  const before = clock.now();
  await revocations(db).updateOne({ _id: nameOf(secret, userId) }, { $set: { before } }, { upsert: true });
}

/** Whether an account was erased lately. */
export const wasRevoked = async (
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  userId: string,
): Promise<boolean> => (await revocations(db).exists({ _id: nameOf(secret, userId) })) !== null;

/** What a hosted project's GET /user says of a session; null when it says nothing. */
type Word = 'ended' | 'unproven' | 'proven' | null;

interface HostedUser {
  readonly email?: unknown;
  readonly email_confirmed_at?: unknown;
  readonly is_anonymous?: unknown;
}

/**
 * Whether sessions of a hosted project still stand, and are of somebody whose address the project has confirmed: asked of its GET
 * /user, at most every BELIEVED_MS per session. A project out of reach says nothing: a session it has spoken for counts until its
 * token expires, one it never spoke for is 503.
 */
export function createHostedSessions({ db, env, clock, secret, log }: Deps, url: string) {
  const believed = new LRUCache<string, { readonly live: boolean; readonly until: number }>({ max: 50_000 });
  const userUrl = `${url.replace(/\/$/, '')}/auth/v1/user`;

  const judge = (user: HostedUser, address: string): Word => {
    const isConfirmed = typeof user.email_confirmed_at === 'string' && user.email_confirmed_at !== '';
    const isSame = typeof user.email === 'string' && user.email.toLowerCase() === address;
    return isConfirmed && isSame && user.is_anonymous !== true ? 'proven' : 'unproven';
  };

  async function ask(token: string, address: string): Promise<Word> {
    try {
      const response = await fetch(userUrl, {
        headers: { apikey: env.SUPABASE_KEY, authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (response.ok) return judge((await response.json()) as HostedUser, address);
      await response.body?.cancel();
      return response.status === 401 || response.status === 403 ? 'ended' : null;
    } catch {
      log.warn('the hosted sign-in project does not answer');
      return null;
    }
  }

  async function isErased({ actor, issuedAtSeconds }: CheckedToken): Promise<boolean> {
    const revoked = await revocations(db).findById(nameOf(secret, actor.userId)).lean();
    return revoked !== null && issuedAtSeconds * 1000 <= revoked.before.getTime();
  }

  return {
    async isLive(token: string, checked: CheckedToken): Promise<boolean> {
      const now = clock.now().getTime();
      const { sessionId, userId, email } = checked.actor;
      // a session id is the project's word alone; who holds it, and with which address, is part of what was believed
      const about = [sessionId, userId, email].join(' ');
      const known = believed.get(about);
      if (known && known.until > now) return known.live;
      const word = (await isErased(checked)) ? 'ended' : await ask(token, email);
      if (word === null && !known) throw new ApiError('unavailable', { retryAfterSeconds: 2 });
      const live = word === null ? known!.live : word === 'proven';
      believed.set(about, { live, until: now + BELIEVED_MS });
      return live;
    },
  };
}
