/** A sign-in that came in the address, as the link in a hosted project's mail brings it. */
export interface CallbackTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/**
 * Takes the tokens out of the address of /auth/callback, and everything after # out of the address and this entry of history, whatever it is.
 * Call it before anything else reads or sends the address. Null where there are no tokens.
 */
export function takeCallbackTokens(page: Window = window): CallbackTokens | null {
  const { pathname, search, hash } = page.location;
  if (!pathname.startsWith('/auth/callback') || hash.length < 2) return null;
  const given = new URLSearchParams(hash.slice(1));
  page.history.replaceState(page.history.state, '', pathname + search);
  const [access_token, refresh_token] = [given.get('access_token'), given.get('refresh_token')];
  return access_token && refresh_token ? { access_token, refresh_token } : null;
}
