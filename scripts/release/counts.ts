import type { ReleaseCount } from '@flint/services';
import type { ReadCounts } from './judge';

interface Settings {
  readonly API_URL?: string | undefined;
  readonly METRICS_TOKEN?: string | undefined;
}

/** Reads the pages' reports of releases from the API at API_URL; null without API_URL or METRICS_TOKEN. Rejects while it does not answer. */
export function countsOf({ API_URL, METRICS_TOKEN }: Settings): ReadCounts | null {
  if (!API_URL || !METRICS_TOKEN) return null;
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return async (named) => {
    const of = new URLSearchParams(named.map(({ remote, release }) => ['of', `${remote} ${release}`]));
    const answer = await fetch(`${API_URL}/metrics/releases?${of}`, {
      headers,
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) throw new Error(`${API_URL} answered ${answer.status}`);
    return (await answer.json()) as ReleaseCount[];
  };
}
