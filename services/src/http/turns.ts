import { ApiError } from './api-error';

/** Most works of a key that wait: they hold places that other students need. */
const WAITING_MAX = 100;

/** Runs at most `max` works of each key at once; the others wait, in order. Throws 429 rate_limited where too many wait. */
export function limitEach(max: number) {
  const keys = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const own = keys.get(key) ?? { running: 0, waiting: [] };
    keys.set(key, own);
    if (own.running < max) own.running += 1;
    else if (own.waiting.length < WAITING_MAX)
      await new Promise<void>((resolve) => own.waiting.push(resolve));
    else throw new ApiError('rate_limited', { retryAfterSeconds: 1 });
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else if (--own.running === 0) keys.delete(key);
    }
  };
}
