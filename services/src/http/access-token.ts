import { universityEmail, type EmailRule } from '@flint/contracts';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { ApiError } from './api-error';
import type { Actor, TokenVerifier } from './session';

export interface TokenRules {
  /** Expected `iss`, e.g. `https://flint.campus.edu/auth/v1`. */
  readonly issuer: string;
  /** Public keys by `kid` (local, or of a hosted project), or the shared secret of an HS256 project. */
  readonly keys: JWTVerifyGetKey | Uint8Array;
  /** Never of both families: a public key must not be usable as an HMAC secret. */
  readonly algorithms: readonly ('ES256' | 'RS256' | 'HS256')[];
  readonly now?: () => Date;
  /** The addresses that may sign in, whoever issued the token; all if absent. */
  readonly emailRule?: EmailRule;
  /** Sign-in methods (`amr`) that prove a mailbox; all if absent. */
  readonly methods?: readonly string[];
}

/** The content of a valid access token. */
export interface CheckedToken {
  readonly actor: Actor;
  readonly expiresAtSeconds: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Allowed difference between clocks, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** Whether the keys are unreachable: the token is neither valid nor invalid then, so nobody is signed out. */
const isOutage = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  error.code === 'ERR_JWKS_TIMEOUT' ||
  error.code === 'ERR_JOSE_GENERIC';

interface SignInMethod {
  readonly method?: unknown;
  readonly timestamp?: unknown;
}

/** The methods of a token that prove a mailbox. */
function mailboxWays(amr: unknown, methods: readonly string[] = ['otp']): SignInMethod[] {
  const ways = Array.isArray(amr) ? (amr as (SignInMethod | null)[]) : [];
  return ways.filter(
    (way): way is SignInMethod => typeof way?.method === 'string' && methods.includes(way.method),
  );
}

function lastProof(ways: readonly SignInMethod[]): number | null {
  const times = ways.map(({ timestamp }) => timestamp).filter((at): at is number => Number.isFinite(at));
  return times.length > 0 ? Math.max(...times) * 1000 : null;
}

/**
 * Verifies an access token as decisions/004 specifies: fixed algorithms, issuer, audience, role, a UUID subject, and an allowed address.
 * Null if it is invalid; throws 503 if the keys are unreachable.
 */
export async function checkAccessToken(token: string, rules: TokenRules): Promise<CheckedToken | null> {
  const options = {
    issuer: rules.issuer,
    audience: 'authenticated',
    algorithms: [...rules.algorithms],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['exp', 'sub'],
    ...(rules.now && { currentDate: rules.now() }),
  };
  try {
    const { payload } =
      typeof rules.keys === 'function'
        ? await jwtVerify(token, rules.keys, options)
        : await jwtVerify(token, rules.keys, options);
    const { sub, role, email, session_id: sessionId, exp = 0 } = payload;
    if (role !== 'authenticated' || typeof sub !== 'string' || !UUID.test(sub)) return null;
    if (typeof email !== 'string' || typeof sessionId !== 'string' || payload.is_anonymous === true)
      return null;
    const address = rules.emailRule ? universityEmail(email, rules.emailRule) : email;
    const ways = mailboxWays(payload.amr, rules.methods);
    if (address === null || (rules.methods && ways.length === 0)) return null;
    return {
      actor: { userId: sub, email: address, sessionId, provenAt: lastProof(ways) },
      expiresAtSeconds: exp,
    };
  } catch (error) {
    if (isOutage(error)) throw new ApiError('unavailable', { retryAfterSeconds: 2, cause: error });
    return null;
  }
}

/** A verifier without sessions: it does not notice a sign-out. */
export const createTokenVerifier = (rules: TokenRules): TokenVerifier => ({
  verify: async (token): Promise<Actor | null> => (await checkAccessToken(token, rules))?.actor ?? null,
});
