import type { RemoteAddress } from '@flint/contracts/remote-addresses';

/** One build of a remote, and how it runs. */
export type Release = Omit<RemoteAddress, 'canary' | 'test' | 'screens'>;

/** Without the prefix `flint:`: the numbers belong to the browser and stay after sign-out. */
const BROWSER_KEY = 'flint-browser';

/** A number from 0 to 99, stored in this browser; another one for each remote, so that no browser gets every canary. */
export function bucketOf(id: string): number {
  const seed = localStorage.getItem(BROWSER_KEY) ?? String(Math.random());
  localStorage.setItem(BROWSER_KEY, seed);
  let hash = 0;
  for (const char of seed + id) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return hash % 100;
}

/** Whether this page has the banner of a test release (scripts/serve/test-release.ts); a tab without it never runs one. */
export const isTestPage = (): boolean => document.getElementById('flint-test') !== null;

/** The release this browser is to use: the test it has opened, the canary for its share of browsers, else the live one. */
export function chooseRelease(id: string, remote: RemoteAddress): Release {
  const { canary, test } = remote;
  if (test && isTestPage()) return test;
  try {
    if (canary && bucketOf(id) < canary.percent) return canary;
  } catch {
    // storage is blocked: use the live release
  }
  return remote;
}
