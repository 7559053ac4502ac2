import type { Middleware } from 'koa';
import { cipherOf, type CipherNeeds } from '../infra/field-cipher';
import { requestsOf } from '../infra/processes';
import { ApiError } from './api-error';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const RETRY_SECONDS = 5;

/**
 * Refuses writes with 503 while this process may not write: it could not renew its lease, or does not hold the sealing key. Each request
 * counts until its work ends, answered or not; a change of keys waits for it.
 */
export function writesStop(needs: CipherNeeds): Middleware {
  const cipher = cipherOf(needs);
  const requests = requestsOf(needs);
  return async (ctx, next) => {
    if (!READS.has(ctx.method) && !cipher.canSeal())
      throw new ApiError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    const work = next();
    requests.add(work);
    try {
      await work;
    } finally {
      requests.delete(work);
    }
  };
}
