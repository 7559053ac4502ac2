import type { Context } from 'koa';
import { ApiError } from './api-error';

/** The signed-in student of a request. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  /** When a code or link from the mailbox was last used in this session, in ms; null if the token does not say. */
  readonly provenAt: number | null;
}

type Found<T> = T | Promise<T>;

/**
 * Verifies an access token; rejects or returns null if it is invalid. Returns cached results synchronously. `orErased`: accepts one of an
 * account at a hosted project that was erased since, too.
 */
export interface TokenVerifier {
  verify(accessToken: string, orErased?: boolean): Found<Actor | null>;
}

const SCHEME = 'bearer ';

function bearerOf(ctx: Context): string | null {
  const header = ctx.req.headers.authorization;
  if (header?.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  const token = header.slice(SCHEME.length);
  const end = token.indexOf(' ');
  return (end < 0 ? token : token.slice(0, end)) || null;
}

/** The actor of the bearer token. Throws 401 (RFC 6750). */
export async function authenticate(ctx: Context, verifier: TokenVerifier, orErased = false): Promise<Actor> {
  const token = bearerOf(ctx);
  const found = token === null ? null : verifier.verify(token, orErased);
  const actor = found instanceof Promise ? await found : found;
  if (!actor) {
    ctx.set('www-authenticate', 'Bearer');
    throw new ApiError('unauthenticated');
  }
  return actor;
}
