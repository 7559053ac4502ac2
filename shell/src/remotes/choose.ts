import type { Screen } from '../routing/paths';

/** One build of a remote. */
export interface Release {
  /** Absolute URL of its manifest. */
  readonly entry: string;
  readonly integrity?: string;
  readonly version?: string;
  /** Nothing of it is run: its origin is down, or what it has does not fit this shell. */
  readonly refused?: 'down' | 'unfit';
}

/** Where a remote lives now; one entry of `/remotes.json`. */
export interface RemoteEntry extends Release {
  /** Another release, for a share of the browsers (1 to 99 percent). */
  readonly canary?: Release & { readonly percent: number };
  /** A test release that this browser has opened. */
  readonly test?: Release;
  /** Its screens, where they are not those the shell came with. */
  readonly screens?: readonly Omit<Screen, 'remote'>[];
}

/** Not `flint:`: they belong to the browser and stay when a student signs out. */
const BROWSER_KEY = 'flint-browser';

/** A number of 0 to 99 that stays with this browser; another one for each remote, so that nobody gets every canary. */
export function bucketOf(id: string): number {
  const seed = localStorage.getItem(BROWSER_KEY) ?? Math.random().toString(36).slice(2);
  localStorage.setItem(BROWSER_KEY, seed);
  let hash = 0;
  for (const char of seed + id) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return hash % 100;
}

/** Whether this page came with the banner of a test release (scripts/serve/test-release.ts): a tab that does not say so never runs one. */
export const isTestPage = (): boolean => document.getElementById('flint-test') !== null;

/** The release this browser is to use: the test it has opened, the canary for its share of browsers, else the live one. */
export function chooseRelease(id: string, remote: RemoteEntry): Release {
  const { canary, test } = remote;
  if (test && isTestPage()) return test;
  try {
    if (canary && bucketOf(id) < canary.percent) return canary;
  } catch {
    // storage is blocked: the live one
  }
  return remote;
}
