import type { Config } from '@flint/contracts';
import { lateSignOutDays } from '@flint/contracts/limits';
import { DAY_MS } from '@flint/contracts/time';
import { readTokens, storeTokens } from './late-sign-out';

const LONGEST_REQUEST_MS = 60_000;

/** Whether the session is over; another server at this address, or a proxy, may answer anything else. */
async function isOver(answer: Response): Promise<boolean> {
  if (answer.status === 204) return true;
  const { error_code: code } = (await answer.json().catch(() => ({}))) as { error_code?: unknown };
  // a ban ends, and its session is live again
  return /^(session_|user_not)/.test(String(code));
}

/** Whether a token expired that many days ago, or cannot be read. */
function isExpired(token: string, days: number): boolean {
  try {
    const claims = atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
    return Date.now() > (JSON.parse(claims) as { exp: number }).exp * 1000 + days * DAY_MS;
  } catch {
    return true;
  }
}

/** Ends the noted sessions at the server. Others stay noted until they have ended, or their token is too old to end them. */
export async function endNoted({
  supabaseUrl,
  supabaseKey,
}: Pick<Config, 'supabaseUrl' | 'supabaseKey'>): Promise<void> {
  for (const token of readTokens()) {
    const headers = { apikey: supabaseKey, authorization: `Bearer ${token}` };
    const answer = await fetch(`${supabaseUrl ?? location.origin}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers,
      // the tab of a shared computer may be closed now
      keepalive: true,
      signal: AbortSignal.timeout(LONGEST_REQUEST_MS),
    }).catch(() => null);
    if (answer === null) continue;
    // a hosted project accepts no expired token
    if ((await isOver(answer)) || isExpired(token, supabaseUrl === null ? lateSignOutDays : 0))
      storeTokens(readTokens().filter((other) => other !== token));
  }
}
