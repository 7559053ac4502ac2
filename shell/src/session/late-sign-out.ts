import { sessionStorageOrPage } from './session-storage';

/** Without the prefix of what a sign-out deletes. */
const KEY = 'ended-sessions';

const readTokens = (): readonly string[] => {
  try {
    return JSON.parse(sessionStorageOrPage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return []; // malformed: the sessions end by themselves
  }
};

function storeTokens(tokens: readonly string[]): void {
  if (tokens.length > 0) sessionStorageOrPage.setItem(KEY, JSON.stringify(tokens));
  else sessionStorageOrPage.removeItem(KEY);
}

/** Notes that the session of this access token was ended on this device while the server could not be reached. */
export const endLater = (token: string): void => storeTokens([...readTokens(), token]);

/** Ends the noted sessions at the server. One that gets no answer is tried again the next time. */
export async function endNoted(url: string, key: string): Promise<void> {
  for (const token of readTokens()) {
    const headers = { apikey: key, authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/logout?scope=local`, { method: 'POST', headers }).catch(() => null);
    const isAnswered = answer !== null && answer.status < 500 && answer.status !== 429;
    if (isAnswered) storeTokens(readTokens().filter((other) => other !== token));
  }
}
