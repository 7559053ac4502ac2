import { LIMITS } from '@flint/contracts';
import type { Context } from 'koa';
import { ApiError } from './api-error';

const MAX_DEPTH = 12;

function tooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= MAX_DEPTH || Object.values(value).some((child) => tooDeep(child, depth + 1));
}

async function readBytes(ctx: Context): Promise<Buffer> {
  const declared = Number(ctx.get('content-length') || 0);
  if (declared > LIMITS.jsonBodyBytes) throw new ApiError('payload_too_large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMITS.jsonBodyBytes) throw new ApiError('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The request's JSON value. Refuses other content types (415: no cross-site form reaches a handler), encoded bodies,
 * more than LIMITS.jsonBodyBytes (413), malformed JSON, `__proto__` keys and more than 12 levels (400).
 */
export async function readJson(ctx: Context): Promise<unknown> {
  if (ctx.get('content-encoding')) throw new ApiError('unsupported_media_type');
  if (!ctx.is('application/json')) throw new ApiError('unsupported_media_type');
  const text = (await readBytes(ctx)).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text, (key, inner: unknown) => {
      if (key === '__proto__') throw new SyntaxError('forbidden key');
      return inner;
    });
  } catch (cause) {
    throw new ApiError('invalid_json', { cause });
  }
  if (tooDeep(value)) throw new ApiError('invalid_json');
  return value;
}
