import type { ReleaseCount } from '@flint/services';
import type { ReadCounts } from './judge';

interface Settings {
  readonly API_URL?: string | undefined;
  readonly METRICS_TOKEN?: string | undefined;
}

/** Reads what pages reported of releases from an API process at API_URL; null without that or METRICS_TOKEN. Rejects while none answers. */
export function countsOf({ API_URL, METRICS_TOKEN }: Settings): ReadCounts | null {
  if (!API_URL || !METRICS_TOKEN) return null;
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return async () => {
    const answer = await fetch(`${API_URL}/metrics/releases`, {
      headers,
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) throw new Error(`${API_URL} answered ${answer.status}`);
    return (await answer.json()) as ReleaseCount[];
  };
}
