import { jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Actor, TokenVerifier } from './session';

interface Options {
  /** Expected `iss`, e.g. `https://flint.campus.edu/auth/v1`. */
  readonly issuer: string;
  /** Public keys by `kid`: a local set, or a remote one of a hosted project. */
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Checks access tokens as auth-contract section 3 says: pinned algorithms, issuer, audience, role and a UUID subject. */
export function createTokenVerifier({ issuer, keys, algorithms }: Options): TokenVerifier {
  return {
    async verify(accessToken): Promise<Actor | null> {
      try {
        const { payload } = await jwtVerify(accessToken, keys, {
          issuer,
          audience: 'authenticated',
          algorithms: [...algorithms],
          clockTolerance: 5,
          requiredClaims: ['exp', 'sub'],
        });
        const { sub, role, email, session_id: sessionId } = payload;
        if (role !== 'authenticated' || typeof sub !== 'string' || !UUID.test(sub)) return null;
        if (typeof email !== 'string' || typeof sessionId !== 'string') return null;
        return { userId: sub, email, sessionId };
      } catch {
        return null;
      }
    },
  };
}
