import { randomUUID } from 'node:crypto';
import { createTokenVerifier, type TokenVerifier } from '@flint/services';
import { exportJWK, generateKeyPair, createLocalJWKSet, SignJWT } from 'jose';

export interface TestTokens {
  readonly verifier: TokenVerifier;
  /** A valid access token of that student. */
  issue(userId: string, email: string, sessionId?: string): Promise<string>;
}

const ISSUER = 'http://127.0.0.1/auth/v1';

/** A key pair and a verifier that trusts it, for tests that do not cover sign-in. */
export async function createTestTokens(): Promise<TestTokens> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256' }] });
  return {
    verifier: createTokenVerifier({ issuer: ISSUER, keys, algorithms: ['ES256'] }),
    issue: (userId, email, sessionId = randomUUID()) =>
      new SignJWT({ email, role: 'authenticated', session_id: sessionId })
        .setProtectedHeader({ alg: 'ES256', kid: 'test' })
        .setIssuer(ISSUER)
        .setAudience('authenticated')
        .setSubject(userId)
        .setIssuedAt()
        // longer than the longest run
        .setExpirationTime('24h')
        .sign(privateKey),
  };
}
