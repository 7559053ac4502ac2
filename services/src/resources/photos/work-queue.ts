import { availableParallelism } from 'node:os';
import { ApiError } from '../../http/api-error';
import { picturesWaiting } from '../../infra/metrics';

/** Most jobs at once, however many cores: a container's memory does not grow with them. */
const PARALLEL_MAX = 4;
/** Pictures that may wait; further ones get a 503. */
const WAITING_MAX = 24;
const COME_BACK_SECONDS = 3;

/** The refusal of a picture that may be taken in a few seconds. */
export const comeBack = () => new ApiError('unavailable', { retryAfterSeconds: COME_BACK_SECONDS });

/** Runs at most one job per core, and four, queues some in order, and refuses the rest with 503. */
export function createWorkQueue(
  parallel = Math.min(availableParallelism(), PARALLEL_MAX),
  waitingMax = WAITING_MAX,
) {
  const waiting: (() => void)[] = [];
  let running = 0;
  const refuseWhenFull = () => {
    if (running >= parallel && waiting.length >= waitingMax) throw comeBack();
  };
  return {
    /** Throws `unavailable` if a new job would be refused; call it before reading the bytes. */
    refuseWhenFull,
    async run<T>(job: () => Promise<T>): Promise<T> {
      refuseWhenFull();
      // a finished job hands its place to the next one, so that no newcomer takes it
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
