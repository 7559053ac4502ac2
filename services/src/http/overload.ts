import type { Context, Middleware } from 'koa';
import { ApiError } from './api-error';

/** Work running at once in one process, answered or not; beyond it requests get 503 (load shedding). Long work has half of it at most. */
const IN_FLIGHT_MAX = 500;
/** With a stopped or slow database, a request gets its 503 after this time. */
export const PATIENCE_MS = 1_800;

/** Paths that answer even under overload. */
const isHealth = (path: string) => path.startsWith('/health');
/** Paths whose time depends on the client's line or the amount of data. */
const isLong = (path: string) =>
  path.startsWith('/storage/') ||
  path.startsWith('/api/v1/account') ||
  // with a bucket, saving photos reads and encodes the uploads
  path === '/api/v1/photos';

interface Slot {
  take(): void;
  free(): void;
}

/** Waits without a slot for something that costs no work, such as a body. Throws 503 if no slot is free afterwards. */
export async function waitWithoutSlot<T>(ctx: Context, wait: () => Promise<T>): Promise<T> {
  const { slot } = ctx.state as { slot?: Slot };
  slot?.free();
  const found = await wait();
  slot?.take();
  return found;
}

interface Options {
  readonly patienceMs?: number | undefined;
  readonly inFlightMax?: number | undefined;
}

/**
 * Refuses with 503 and Retry-After requests beyond `inFlightMax` and requests that took `patienceMs`. Abandoned work continues and counts
 * until it ends, so a stopped database holds a bounded number of requests, and a stopped photo store leaves room for the others. A body that
 * is arriving does not count (`waitWithoutSlot`).
 */
export function overload({
  patienceMs = PATIENCE_MS,
  inFlightMax = IN_FLIGHT_MAX,
}: Options = {}): Middleware {
  const [all, long] = [
    { running: 0, max: inFlightMax },
    { running: 0, max: inFlightMax / 2 },
  ];
  return async (ctx, next) => {
    if (isHealth(ctx.path)) return next();
    const counts = isLong(ctx.path) ? [all, long] : [all];
    let held = 0;
    const slot: Slot = {
      take() {
        if (counts.some(({ running, max }) => running >= max))
          throw new ApiError('unavailable', { retryAfterSeconds: 1 });
        held = 1;
        for (const count of counts) count.running += held;
      },
      free() {
        for (const count of counts) count.running -= held;
        held = 0;
      },
    };
    slot.take();
    ctx.state.slot = slot;
    const work = next().finally(slot.free);
    if (isLong(ctx.path)) return work;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const look = () => {
        // a body that is still arriving has its own limit
        if (!ctx.req.complete) timer = setTimeout(look, patienceMs);
        else reject(new ApiError('unavailable', { retryAfterSeconds: 2 }));
      };
      timer = setTimeout(look, patienceMs);
    });
    // the response has been sent, so its error is ignored
    work.catch(() => undefined);
    try {
      await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
