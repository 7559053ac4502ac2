import { readTokens, storeTokens } from './late-sign-out';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

let again: ReturnType<typeof setTimeout> | undefined;

/** Ends the noted sessions at the server. What gets no answer, or meets a server that is down or busy, is tried again after growing pauses. */
export async function endNoted(url: string, key: string, waitMs = FIRST_WAIT_MS): Promise<void> {
  clearTimeout(again);
  for (const token of readTokens()) {
    const headers = { apikey: key, authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/logout?scope=local`, {
      method: 'POST',
      headers,
      // the tab of a shared computer may be closed now
      keepalive: true,
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    }).catch(() => null);
    const isAnswered = answer !== null && answer.status < 500 && answer.status !== 429;
    if (isAnswered) storeTokens(readTokens().filter((other) => other !== token));
  }
  clearTimeout(again);
  if (readTokens().length > 0)
    again = setTimeout(() => void endNoted(url, key, Math.min(waitMs * 2, LONGEST_WAIT_MS)), waitMs);
}
