import { availableParallelism } from 'node:os';
import { ApiError } from '../../http/api-error';
import { picturesWaiting } from '../../infra/metrics';

/** Pictures that may wait; beyond it callers are asked to come back. */
const WAITING_MAX = 24;
const COME_BACK_SECONDS = 3;

/** Runs at most one job per core, lets some wait in order, and refuses the rest with 503. */
export function createWorkQueue(parallel = availableParallelism(), waitingMax = WAITING_MAX) {
  const waiting: (() => void)[] = [];
  let running = 0;
  const refuseWhenFull = () => {
    if (running >= parallel && waiting.length >= waitingMax)
      throw new ApiError('unavailable', { retryAfterSeconds: COME_BACK_SECONDS });
  };
  return {
    /** Throws `unavailable` when a job handed in now would be refused: to be asked before bytes are read. */
    refuseWhenFull,
    async run<T>(job: () => Promise<T>): Promise<T> {
      refuseWhenFull();
      // whoever ends hands its place over, so that nobody slips in between
      if (running >= parallel) {
        const turn = new Promise<void>((resolve) => waiting.push(resolve));
        picturesWaiting.set(waiting.length);
        await turn;
      } else running += 1;
      try {
        return await job();
      } finally {
        const next = waiting.shift();
        picturesWaiting.set(waiting.length);
        if (next) next();
        else running -= 1;
      }
    },
  };
}
