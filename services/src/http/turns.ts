import { createQueue } from '../infra/queue';
import { ApiError } from './api-error';

/** Most works of a key that wait: they hold places that other students need. */
const WAITING_MAX = 100;

/** Runs at most `max` works of each key at once; the others wait, in order. Throws 429 rate_limited where more than `waitingMax` wait. */
export function limitEach(max: number, waitingMax = WAITING_MAX) {
  const queues = new Map<string, ReturnType<typeof createQueue>>();
  const refuse = () => new ApiError('rate_limited', { retryAfterSeconds: 1 });
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const own = queues.get(key) ?? createQueue({ parallel: max, waitingMax, refuse });
    queues.set(key, own);
    try {
      return await own.run(work);
    } finally {
      if (own.isIdle()) queues.delete(key);
    }
  };
}
