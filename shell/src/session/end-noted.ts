import type { Config } from '@flint/contracts';
import { lateSignOutDays } from '@flint/contracts/limits';
import { DAY_MS } from '@flint/contracts/time';
import { claimsOf } from '@flint/contracts/token-claims';
import { readTokens, storeTokens } from './late-sign-out';

const LONGEST_REQUEST_MS = 60_000;

/** What a refusal says; of another server at this address, or a proxy, anything. */
const codeOf = async (answer: Response): Promise<string> =>
  String(((await answer.json().catch(() => ({}))) as { error_code?: unknown }).error_code);

/** Whether a token expired that many days ago, or cannot be read. */
function isExpired(token: string, days: number): boolean {
  const { exp } = claimsOf(token);
  return typeof exp !== 'number' || Date.now() > exp * 1000 + days * DAY_MS;
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
    const code = answer.status === 204 ? 'session_ended' : await codeOf(answer);
    // a ban ends, and its session is live again
    const isOver = /^(session_|user_not)/.test(code);
    // a hosted project accepts no expired token; this device's clock alone proves nothing, but ends a token that no server accepts any more
    const isRefused = code === 'bad_jwt' && isExpired(token, supabaseUrl === null ? lateSignOutDays : 0);
    if (isOver || isRefused || isExpired(token, 2 * lateSignOutDays))
      storeTokens(readTokens().filter((other) => other !== token));
  }
}
