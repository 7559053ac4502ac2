/**
 * Stands in for the parts of auth-js that serve other ways of signing in (passkeys, wallets): the product
 * has codes by mail only. webpack.shared.js puts it in their place; 7 kB of gzip less.
 */
/** Constructed for every client, and asked nothing. */
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
