/** A sign-in in the address, as links in mails of a hosted project have it. */
interface CallbackTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The tokens; `refused` if the address has an error, or not both of them. */
export type Callback = CallbackTokens | 'refused';

/**
 * Removes everything after # from the address and its history entry, and returns the sign-in of /auth/callback; null if there is none. Call
 * it before anything reads or sends the address.
 */
export function removeCallbackTokens(page: Window = window): Callback | null {
  const { pathname, search, hash } = page.location;
  if (!pathname.startsWith('/auth/callback') || hash.length < 2) return null;
  const given = new URLSearchParams(hash.slice(1));
  page.history.replaceState(page.history.state, '', pathname + search);
  const [access_token, refresh_token] = [given.get('access_token'), given.get('refresh_token')];
  return access_token && refresh_token ? { access_token, refresh_token } : 'refused';
}
