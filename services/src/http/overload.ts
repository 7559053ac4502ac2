import type { Context, Middleware } from 'koa';
import { ApiError } from './api-error';

/** Work going on at once in one process, answered or not; beyond it callers are asked to come back (load shedding). */
const IN_FLIGHT_MAX = 500;
/** A database that is stopped or slow costs a student this long, then a clear 503. */
export const PATIENCE_MS = 1_800;

/** Answer however busy the process is. */
const isHealth = (path: string) => path.startsWith('/health');
/** Takes as long as the client's line or the amount of data asks for. */
const isLong = (path: string) =>
  path.startsWith('/storage/') ||
  path.startsWith('/api/v1/account') ||
  // with a bucket, saving photos reads and remakes what browsers put there
  path === '/api/v1/photos';

interface Slot {
  take(): void;
  free(): void;
}

/** Waits for something that costs no work, such as a body to arrive, without a slot; throws 503 when none is free afterwards. */
export async function withoutSlot<T>(ctx: Context, wait: () => Promise<T>): Promise<T> {
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
 * Refuses with 503 and Retry-After what would pile up: requests beyond `inFlightMax`, and those that took `patienceMs`.
 * Work given up on goes on and still counts until it ends, so a stopped database holds a bounded number of requests. A body that is
 * arriving counts as none (`withoutSlot`).
 */
export function overload({
  patienceMs = PATIENCE_MS,
  inFlightMax = IN_FLIGHT_MAX,
}: Options = {}): Middleware {
  let inFlight = 0;
  return async (ctx, next) => {
    if (isHealth(ctx.path)) return next();
    let held = 0;
    const slot: Slot = {
      take() {
        if (inFlight >= inFlightMax) throw new ApiError('unavailable', { retryAfterSeconds: 1 });
        held = 1;
        inFlight += held;
      },
      free() {
        inFlight -= held;
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
        // a body that is still arriving has a limit of its own
        if (!ctx.req.complete) timer = setTimeout(look, patienceMs);
        else reject(new ApiError('unavailable', { retryAfterSeconds: 2 }));
      };
      timer = setTimeout(look, patienceMs);
    });
    // answered already: how it ends is nobody's concern any more
    work.catch(() => undefined);
    try {
      await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
