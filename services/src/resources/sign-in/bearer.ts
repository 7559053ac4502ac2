import { errors, jwtVerify, type JWTPayload } from 'jose';
import type { Context } from 'koa';
import { CLOCK_TOLERANCE_SECONDS } from '../../http/access-token';
import { Refusal, validationFailed } from './refusal';
import type { SignIn } from './sign-in';
import type { User } from './user.model';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const badJwt = (message: string, status = 403) => new Refusal(status, 'bad_jwt', message);

async function readClaims(
  token: string,
  { keyring, issuer, deps }: SignIn,
  lateSeconds: number,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keyring.finder(lateSeconds * 1000), {
      issuer,
      algorithms: ['ES256'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS + lateSeconds,
      currentDate: deps.clock.now(),
      requiredClaims: ['exp'],
    });
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw badJwt(`invalid JWT: unable to parse or verify signature, ${error.message}`);
  }
}

function checkClaims({ sub, aud }: JWTPayload, wantedAudience: string): string {
  if (wantedAudience && aud !== wantedAudience) {
    throw validationFailed("Token audience doesn't match request audience");
  }
  if (!sub) throw badJwt('invalid claim: missing sub claim');
  if (!UUID.test(sub)) throw badJwt('invalid claim: sub claim must be a UUID', 400);
  return sub;
}

/**
 * The user and session of the request's access token, which may have expired that many seconds ago. Read from the database, not a cache. Throws
 * as decisions/004 specifies.
 */
export async function bearerOf(
  ctx: Context,
  signIn: SignIn,
  lateSeconds = 0,
): Promise<{ user: User; sessionId: string }> {
  const token = /^bearer (\S+)$/i.exec(ctx.get('authorization'))?.[1];
  if (!token) throw new Refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await readClaims(token, signIn, lateSeconds);
  const userId = checkClaims(claims, ctx.get('x-jwt-aud'));
  const user = await signIn.accounts.byId(userId);
  if (!user) throw new Refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const sessionId = typeof claims.session_id === 'string' ? claims.session_id : '';
  if (!(await signIn.sessions.exists(sessionId, userId))) {
    throw new Refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  if (signIn.accounts.isBanned(user)) throw new Refusal(403, 'user_banned', 'User is banned');
  return { user, sessionId };
}
