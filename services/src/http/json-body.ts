import { LIMITS } from '@flint/contracts';
import type { Context } from 'koa';
import { ApiError } from './api-error';
import { createArrivals } from './arrivals';
import { readBytes } from './body-bytes';
import { clientAddress } from './client-address';

const MAX_DEPTH = 12;
/** A body of 64 kB arrives in this time on any line that can load the app. */
const ARRIVAL_MS = 10_000;
const BYTES_PER_SECOND = 500;
/** A whole campus may share one address; all bodies together hold 64 MB. */
const arrivals = createArrivals({ ofOneSender: 256, inAll: 1_024 });

const MAY_SPELL_PROTO = /__proto__|\\u00/i;

function withoutProto(key: string, inner: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('forbidden key');
  return inner;
}

function tooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= MAX_DEPTH || Object.values(value).some((child) => tooDeep(child, depth + 1));
}

const isUtf8 = (ctx: Context) =>
  ['', 'utf-8', 'utf8', 'us-ascii'].includes(ctx.request.charset.toLowerCase());

/**
 * The request's JSON value. Throws 415 for other content types (so no cross-site form reaches a handler), encoded bodies and other charsets;
 * 413 above LIMITS.jsonBodyBytes; 408 for a slow or late body (ten seconds); 400 for malformed JSON, `__proto__` keys and more than 12
 * levels.
 */
export async function readJson(ctx: Context): Promise<unknown> {
  if (ctx.get('content-encoding')) throw new ApiError('unsupported_media_type');
  if (!ctx.is('application/json') || !isUtf8(ctx)) throw new ApiError('unsupported_media_type');
  const bounds = {
    maxBytes: LIMITS.jsonBodyBytes,
    patienceMs: ARRIVAL_MS,
    minBytesPerSecond: BYTES_PER_SECOND,
  };
  const text = (await readBytes(ctx, bounds, { arrivals, sender: clientAddress(ctx) })).toString('utf8');
  let value: unknown;
  try {
    // a reviver makes parsing five times slower, so it is used only for a text that could contain the key, escapes included
    value = MAY_SPELL_PROTO.test(text) ? JSON.parse(text, withoutProto) : JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', { cause });
  }
  if (tooDeep(value)) throw new ApiError('invalid_json');
  return value;
}
