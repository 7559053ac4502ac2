import type { Context } from 'koa';
import { ApiError } from './api-error';

/** The signed-in student of a request. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
}

/** Checks an access token; rejects or answers null when it is not valid (any more). */
export interface TokenVerifier {
  verify(accessToken: string): Promise<Actor | null>;
}

/** The actor of the bearer token, or a 401 (RFC 6750). */
export async function authenticate(ctx: Context, verifier: TokenVerifier): Promise<Actor> {
  const [scheme, token] = ctx.get('authorization').split(' ');
  const actor = scheme?.toLowerCase() === 'bearer' && token ? await verifier.verify(token) : null;
  if (!actor) {
    ctx.set('www-authenticate', 'Bearer');
    throw new ApiError('unauthenticated');
  }
  return actor;
}
