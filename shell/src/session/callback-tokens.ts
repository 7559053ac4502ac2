/** A sign-in in the address, as links in mails of a hosted project have it. */
interface CallbackTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The tokens; `refused` if the address has an error, or not both of them. */
export type Callback = CallbackTokens | 'refused';

/**
 * Removes the sign-in of /auth/callback, and whatever else follows its #, from the address and the history entry, and returns it; null if there
 * is none. Tokens at any other page, where a project sends them without our Site URL, are removed only. Call it before anything reads or sends
 * the address.
 */
export function removeCallbackTokens(page: Window = window): Callback | null {
  const { pathname, search, hash } = page.location;
  const given = new URLSearchParams(hash.slice(1));
  const isCallback = pathname.startsWith('/auth/callback');
  if (isCallback ? hash.length < 2 : !given.has('refresh_token')) return null;
  page.history.replaceState(page.history.state, '', pathname + search);
  if (!isCallback) return null;
  const [access_token, refresh_token] = [given.get('access_token'), given.get('refresh_token')];
  return access_token && refresh_token ? { access_token, refresh_token } : 'refused';
}
