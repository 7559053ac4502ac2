import { LRUCache } from 'lru-cache';
import type { Limit, Budget } from './rate-limit';
import { carriedOver, retryAfterSeconds } from './sliding-window';

/** What one student may read: many times what a page that follows everything asks for. */
export const READS: Limit = { name: 'reads', max: 3_000, seconds: 300 };
/** What one student may change: far above any use by hand, autosave included. */
export const WRITES: Limit = { name: 'writes', max: 600, seconds: 300 };

/**
 * Counts requests of a student in a sliding window, in the memory of this process: a counter in the database costs as much as the
 * request it counts. Limits that protect another person or a mailbox are counted by `enforceLimit`, for all processes together.
 * The returned function counts one request of a student.
 */
export function createMemoryLimit(limit: Limit, now: () => Date) {
  const counted = new LRUCache<string, { window: number; taken: number; before: number }>({ max: 50_000 });
  const length = limit.seconds * 1000;
  return (userId: string): Budget => {
    const at = now().getTime();
    const window = Math.floor(at / length);
    const leftMs = (window + 1) * length - at;
    const known = counted.get(userId);
    const before = known?.window === window - 1 ? known.taken : 0;
    const own = known?.window === window ? known : { window, taken: 0, before };
    own.taken += 1;
    if (own !== known) counted.set(userId, own);
    const taken = own.taken + carriedOver(limit, own.before, leftMs);
    return {
      allowed: taken <= limit.max,
      remaining: Math.max(0, limit.max - taken),
      resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
      retrySeconds: retryAfterSeconds(limit, own.taken, own.before, leftMs),
    };
  };
}
