import { readTokens, storeTokens } from './late-sign-out';

const LONGEST_REQUEST_MS = 60_000;

/** Ends the noted sessions at the server. Those without an answer stay noted, as do those whose server is down or busy. */
export async function endNoted(url: string, key: string): Promise<void> {
  for (const token of readTokens()) {
    const headers = { apikey: key, authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/logout?scope=local`, {
      method: 'POST',
      headers,
      // the tab of a shared computer may be closed now
      keepalive: true,
      signal: AbortSignal.timeout(LONGEST_REQUEST_MS),
    }).catch(() => null);
    const isAnswered = answer !== null && answer.status < 500 && answer.status !== 429;
    if (isAnswered) storeTokens(readTokens().filter((other) => other !== token));
  }
}
