import { availableParallelism } from 'node:os';
import { ApiError } from '../../http/api-error';

/** Pictures that may wait; beyond it callers are asked to come back. */
const WAITING_MAX = 24;

/** Runs at most one job per core, lets some wait, and refuses the rest with 503. */
export function createWorkQueue(parallel = availableParallelism(), waitingMax = WAITING_MAX) {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = () => {
    running -= 1;
    waiting.shift()?.();
  };
  return {
    async run<T>(job: () => Promise<T>): Promise<T> {
      if (running >= parallel) {
        if (waiting.length >= waitingMax) throw new ApiError('unavailable', { retryAfterSeconds: 3 });
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      running += 1;
      try {
        return await job();
      } finally {
        next();
      }
    },
  };
}
