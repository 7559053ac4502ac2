/** What the server says of the remotes to testers (scripts/release/registry/overview.ts). */
export interface Listed {
  readonly release: string;
  readonly kind: 'released' | 'before' | 'canary' | 'preview';
  readonly author: string;
  readonly commit: string;
}

export interface RemoteOverview {
  readonly id: string;
  readonly owner: string;
  readonly contact: string;
  /** Null: its releases are stored with those of the platform. */
  readonly origin: string | null;
  readonly routes: readonly string[];
  readonly refused: string | null;
  readonly releases: readonly Listed[];
}

export interface Overview {
  readonly remotes: readonly RemoteOverview[];
  readonly refused: readonly (readonly [id: string, reason: string])[];
}

/** Whether this page was opened in the browser of a tester (scripts/serve/testers.ts). */
export const isTesterPage = (): boolean => document.getElementById('flint-tester') !== null;

export async function readOverview(): Promise<Overview> {
  const response = await fetch('/testers.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`/testers.json answered ${response.status}`);
  return (await response.json()) as Overview;
}
