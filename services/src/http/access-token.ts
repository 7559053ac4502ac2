import { universityEmail, type EmailRule } from '@flint/contracts';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { ApiError } from './api-error';
import type { Actor, TokenVerifier } from './session';

export interface TokenRules {
  /** Expected `iss`, e.g. `https://flint.campus.edu/auth/v1`. */
  readonly issuer: string;
  /** Public keys by `kid`: a local set, or a remote one of a hosted project; or the shared secret of an HS256 project. */
  readonly keys: JWTVerifyGetKey | Uint8Array;
  /** Never of both families at once: a public key must not be usable as an HMAC secret. */
  readonly algorithms: readonly ('ES256' | 'RS256' | 'HS256')[];
  readonly now?: () => Date;
  /** Whose addresses are let in; without it anybody's. Whoever issued the token, this is decided here. */
  readonly emailRule?: EmailRule;
  /** Of how somebody signed in (`amr`), the ways that prove a mailbox; without it every way counts. */
  readonly methods?: readonly string[];
}

/** What a valid access token says. */
export interface CheckedToken {
  readonly actor: Actor;
  readonly expiresAtSeconds: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Seconds by which clocks may differ. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** The keys could not be asked for: nothing is known about the token, and nobody is thrown out for that. */
const isOutage = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  error.code === 'ERR_JWKS_TIMEOUT' ||
  error.code === 'ERR_JOSE_GENERIC';

interface Way {
  readonly method?: unknown;
  readonly timestamp?: unknown;
}

/** The ways of signing in that prove a mailbox, of those a token names. */
function mailboxWays(amr: unknown, methods: readonly string[] = ['otp']): Way[] {
  const ways = Array.isArray(amr) ? (amr as (Way | null)[]) : [];
  return ways.filter((way): way is Way => typeof way?.method === 'string' && methods.includes(way.method));
}

function lastProof(ways: readonly Way[]): number | null {
  const times = ways.map(({ timestamp }) => timestamp).filter((at): at is number => Number.isFinite(at));
  return times.length > 0 ? Math.max(...times) * 1000 : null;
}

/**
 * Checks an access token as decisions/004 says: pinned algorithms, issuer, audience, role, a UUID subject, and an address that is
 * let in.
 * Null when it is not valid; 503 when the keys are out of reach.
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
    const { sub, role, email, session_id: sessionId, iat = 0, exp = 0 } = payload;
    if (role !== 'authenticated' || typeof sub !== 'string' || !UUID.test(sub)) return null;
    if (typeof email !== 'string' || typeof sessionId !== 'string' || payload.is_anonymous === true)
      return null;
    const address = rules.emailRule ? universityEmail(email, rules.emailRule) : email;
    const ways = mailboxWays(payload.amr, rules.methods);
    if (address === null || (rules.methods && ways.length === 0)) return null;
    return {
      actor: { userId: sub, email: address, sessionId, provenAt: lastProof(ways), issuedAt: iat * 1000 },
      expiresAtSeconds: exp,
    };
  } catch (error) {
    if (isOutage(error)) throw new ApiError('unavailable', { retryAfterSeconds: 2, cause: error });
    return null;
  }
}

/** A verifier that looks at the token alone, and so does not notice a sign-out. */
export const createTokenVerifier = (rules: TokenRules): TokenVerifier => ({
  verify: async (token): Promise<Actor | null> => (await checkAccessToken(token, rules))?.actor ?? null,
});
