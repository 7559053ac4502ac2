import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { ApiError } from './api-error';
import type { Arrivals } from './arrivals';
import { waitWithoutSlot } from './overload';

interface Bounds {
  readonly maxBytes: number;
  readonly patienceMs: number;
  /** Average over the whole body, checked after GRACE_MS. */
  readonly minBytesPerSecond: number;
}

/** Time for a lost packet to be sent again. */
const GRACE_MS = 3_000;
const LOOK_EVERY_MS = 500;

interface Place {
  readonly arrivals: Arrivals;
  /** Sender of the body, for the limit per sender. */
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
 * The whole body of a request; it takes no work slot while it arrives. Rejects with 413 beyond `maxBytes`; with 408 if it does not arrive in
 * time, arrives too slowly, or is dropped for other bodies; with 503 if no slot is free afterwards. The server closes the connection, so
 * that the refusal still reaches the client.
 */
export async function readBytes(ctx: Context, bounds: Bounds, place: Place): Promise<Buffer> {
  if (Number(ctx.get('content-length') || 0) > bounds.maxBytes) throw new ApiError('payload_too_large');
  return waitWithoutSlot(ctx, () => read(ctx.req, bounds, place));
}
