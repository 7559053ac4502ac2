import { LRUCache } from 'lru-cache';
import { ApiError } from './api-error';
import { carriedOver, retryAfterSeconds } from './sliding-window';

/** What one student may read in five minutes of one process: many times what a page that follows everything asks for. */
export const READS = { max: 3_000, seconds: 300 };

/**
 * Counts what a student reads in a window that slides, in the memory of this process: writing a counter would cost more than most reads. Throws 429 beyond `READS`.
 */
export function createReadLimit(now: () => Date) {
  const counted = new LRUCache<string, { window: number; taken: number; before: number }>({ max: 50_000 });
  return (userId: string): void => {
    const at = now().getTime();
    const length = READS.seconds * 1000;
    const window = Math.floor(at / length);
    const leftMs = (window + 1) * length - at;
    const known = counted.get(userId);
    const before = known?.window === window - 1 ? known.taken : 0;
    const own = known?.window === window ? known : { window, taken: 0, before };
    own.taken += 1;
    if (own !== known) counted.set(userId, own);
    if (own.taken + carriedOver(READS, own.before, leftMs) > READS.max)
      throw new ApiError('rate_limited', {
        retryAfterSeconds: retryAfterSeconds(READS, own.taken, own.before, leftMs),
      });
  };
}
