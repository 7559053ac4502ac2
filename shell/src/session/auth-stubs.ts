/**
 * Replaces parts of auth-js for other ways of signing in (passkeys, wallets); the product uses codes by mail only. webpack.shared.js
 * inserts it, which saves 7 kB of gzip.
 */
/** Constructed by every client and never called. */
export const WebAuthnApi = function unused() {};

const refuse = () => {
  throw new Error('not part of this build: see shell/src/session/auth-stubs.ts');
};
export {
  refuse as createCredential,
  refuse as deserializeCredentialCreationOptions,
  refuse as deserializeCredentialRequestOptions,
  refuse as getCredential,
  refuse as serializeCredentialCreationResponse,
  refuse as serializeCredentialRequestResponse,
  refuse as browserSupportsWebAuthn,
  refuse as webAuthnAbortService,
  refuse as createSiweMessage,
  refuse as fromHex,
  refuse as getAddress,
  refuse as toHex,
};
