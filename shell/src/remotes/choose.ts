import type { Screen } from '../routing/paths';

/** One build of a remote. */
export interface Release {
  /** Absolute URL of its manifest. */
  readonly entry: string;
  readonly integrity?: string;
  readonly version?: string;
  /** Why it is not run: its origin is down, or its content does not fit this shell. */
  readonly refused?: 'down' | 'unfit';
  /** It belongs to another owner, and runs in a frame with these routes of the API. */
  readonly frame?: { readonly routes: readonly string[] };
}

/** Current address of a remote: one entry of `/remotes.json`. */
export interface RemoteEntry extends Release {
  /** A canary: another release for 1 to 99 percent of the browsers. */
  readonly canary?: Release & { readonly percent: number };
  /** A test release that this browser has opened. */
  readonly test?: Release;
  /** Its screens, if they differ from those of this build. */
  readonly screens?: readonly Omit<Screen, 'remote'>[];
}

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
export function chooseRelease(id: string, remote: RemoteEntry): Release {
  const { canary, test } = remote;
  if (test && isTestPage()) return test;
  try {
    if (canary && bucketOf(id) < canary.percent) return canary;
  } catch {
    // storage is blocked: use the live release
  }
  return remote;
}
