import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { ApiError } from './api-error';
import type { Arrivals } from './arrivals';
import { withoutSlot } from './overload';

interface Bounds {
  readonly maxBytes: number;
  readonly patienceMs: number;
  /** Averaged over the whole body, once GRACE_MS have passed. */
  readonly minBytesPerSecond: number;
}

/** A body of one packet may be lost and sent again in this time. */
const GRACE_MS = 3_000;
const LOOK_EVERY_MS = 500;

interface Place {
  readonly arrivals: Arrivals;
  /** Who sends: at most so many of one sender arrive at once. */
  readonly sender: string;
}

function read(request: IncomingMessage, bounds: Bounds, { arrivals, sender }: Place): Promise<Buffer> {
  const { maxBytes, patienceMs, minBytesPerSecond } = bounds;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const started = performance.now();
    let size = 0;
    const settle = (error: unknown) => {
      clearInterval(timer);
      arrivals.leave(place);
      request.off('data', onData).off('end', onEnd).off('error', settle).off('close', onClose).pause();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      place.lastByteAt = performance.now();
      if (size > maxBytes) settle(new ApiError('payload_too_large'));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(null);
    const onClose = () => settle(new ApiError('request_timeout'));
    const timer = setInterval(() => {
      const ms = performance.now() - started;
      const isSlow = ms > GRACE_MS && size < (ms / 1000) * minBytesPerSecond;
      if (isSlow || ms > patienceMs) settle(new ApiError('request_timeout'));
    }, LOOK_EVERY_MS);
    const place = { sender, lastByteAt: started, giveWay: onClose };
    arrivals.enter(place);
    request.on('data', onData).on('end', onEnd).on('error', settle).on('close', onClose);
  });
}

/**
 * The whole body of a request, which holds no slot for work while it arrives. Rejects with 413 beyond `maxBytes`; with 408 when it
 * does not arrive in time, arrives too slowly, or gives way to others of the same sender; with 503 when no slot is free afterwards.
 * The connection is left to the server, so that the refusal still reaches the client.
 */
export async function readBytes(ctx: Context, bounds: Bounds, place: Place): Promise<Buffer> {
  if (Number(ctx.get('content-length') || 0) > bounds.maxBytes) throw new ApiError('payload_too_large');
  return withoutSlot(ctx, () => read(ctx.req, bounds, place));
}
