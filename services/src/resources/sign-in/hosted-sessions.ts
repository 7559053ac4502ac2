import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CheckedToken } from '../../http/access-token';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';
import { revocations } from './revocation.model';

const BELIEVED_MS = 50_000;
const PATIENCE_MS = 3_000;

const nameOf = (secret: Buffer, userId: string) =>
  createHmac('sha256', deriveKey(secret, 'sign-in/revocations')).update(userId).digest('base64url');

/** Refuses, from now on, every token issued so far for an account of a hosted project. */
export async function revokeHosted({ db, clock, secret }: Deps, userId: string): Promise<void> {
  const before = clock.now();
  await revocations(db).updateOne({ _id: nameOf(secret, userId) }, { $set: { before } }, { upsert: true });
}

/**
 * Whether sessions of a hosted project still stand: asked of its GET /user, at most every BELIEVED_MS per session. A
 * project out of reach says nothing, and then the token counts until it expires.
 */
export function createHostedSessions({ db, env, clock, secret, log }: Deps, url: string) {
  const believed = new LRUCache<string, { readonly live: boolean; readonly until: number }>({ max: 50_000 });
  const userUrl = `${url.replace(/\/$/, '')}/auth/v1/user`;

  async function isSignedOut(token: string): Promise<boolean> {
    try {
      const { status, body } = await fetch(userUrl, {
        headers: { apikey: env.SUPABASE_KEY, authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await body?.cancel();
      return status === 401 || status === 403;
    } catch {
      log.warn('the hosted sign-in project does not answer');
      return false;
    }
  }

  async function isErased({ actor, issuedAtSeconds }: CheckedToken): Promise<boolean> {
    const revoked = await revocations(db).findById(nameOf(secret, actor.userId)).lean();
    return revoked !== null && issuedAtSeconds * 1000 <= revoked.before.getTime();
  }

  return {
    async isLive(token: string, checked: CheckedToken): Promise<boolean> {
      const now = clock.now().getTime();
      const { sessionId } = checked.actor;
      const known = believed.get(sessionId);
      if (known && known.until > now) return known.live;
      const live = !(await isErased(checked)) && !(await isSignedOut(token));
      believed.set(sessionId, { live, until: now + BELIEVED_MS });
      return live;
    },
  };
}
