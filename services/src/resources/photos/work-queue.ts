import { availableParallelism } from 'node:os';
import { ApiError } from '../../http/api-error';
import { picturesWaiting } from '../../infra/metrics';
import { createQueue } from '../../infra/queue';

/** Most jobs at once, however many cores: a container's memory does not grow with them. */
const PARALLEL_MAX = 4;
/** Pictures that may wait; further ones get a 503. */
const WAITING_MAX = 24;
const COME_BACK_SECONDS = 3;

/** The refusal of a picture that may be taken in a few seconds. */
export const comeBack = () => new ApiError('unavailable', { retryAfterSeconds: COME_BACK_SECONDS });

/** Runs at most one job per core, and four, queues some in order, and refuses the rest with 503. Ask it by `refuseWhenFull` before reading the bytes. */
export function createWorkQueue(
  parallel = Math.min(availableParallelism(), PARALLEL_MAX),
  waitingMax = WAITING_MAX,
) {
  return createQueue({
    parallel,
    waitingMax,
    refuse: comeBack,
    onWaiting: (waiting) => picturesWaiting.set(waiting),
  });
}
