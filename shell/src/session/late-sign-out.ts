import { sessionStorageOrPage } from './session-storage';

/** Without the prefix of what a sign-out deletes. */
const KEY = 'ended-sessions';

export const readTokens = (): readonly string[] => {
  try {
    return JSON.parse(sessionStorageOrPage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return []; // malformed: the sessions end by themselves
  }
};

export function storeTokens(tokens: readonly string[]): void {
  if (tokens.length > 0) sessionStorageOrPage.setItem(KEY, JSON.stringify(tokens));
  else sessionStorageOrPage.removeItem(KEY);
}

/** Notes that the session of this access token was ended on this device while the server could not be reached. */
export const endLater = (token: string): void => storeTokens([...readTokens(), token]);
