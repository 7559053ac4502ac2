import type { Overview } from '@flint/contracts/remotes-overview';

/** Whether this page was opened in the browser of a tester (scripts/serve/testers.ts). */
export const isTesterPage = (): boolean => document.getElementById('flint-tester') !== null;

export async function readOverview(): Promise<Overview> {
  const response = await fetch('/testers.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`/testers.json answered ${response.status}`);
  return (await response.json()) as Overview;
}
