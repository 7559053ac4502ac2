/** One build of a remote. */
export interface Release {
  /** Absolute URL of its manifest. */
  readonly entry: string;
  readonly integrity?: string;
  readonly version?: string;
}

/** Where a remote lives now; one entry of `/remotes.json`. */
export interface RemoteEntry extends Release {
  /** Another release, for a share of the browsers (1 to 99 percent). */
  readonly canary?: Release & { readonly percent: number };
  /** Other origins a tester may load it from. */
  readonly testOrigins?: readonly string[];
}

/** Not `flint:`: they belong to the browser and stay when a student signs out. */
const BROWSER_KEY = 'flint-browser';
const OVERRIDES_KEY = 'flint-remotes';

/** A number of 0 to 99 that stays with this browser; another one for each remote, so that nobody gets every canary. */
export function bucketOf(id: string): number {
  const seed = localStorage.getItem(BROWSER_KEY) ?? Math.random().toString(36).slice(2);
  localStorage.setItem(BROWSER_KEY, seed);
  let hash = 0;
  for (const char of seed + id) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return hash % 100;
}

/**
 * `localStorage['flint-remotes'] = '{"offers":"<manifest URL>"}'`: set by hand, as a link must not choose what code runs. From test origins
 * only: on the remote's own origin it would run any file there without a hash, and any script of the page can write it.
 */
function overrideOf(id: string, { testOrigins = [] }: RemoteEntry): Release | null {
  const wanted = (JSON.parse(localStorage.getItem(OVERRIDES_KEY) ?? '{}') as Record<string, unknown>)[id];
  if (typeof wanted !== 'string') return null;
  const { href, origin } = new URL(wanted);
  return testOrigins.includes(origin) ? { entry: href, version: 'test' } : null;
}

/** The release this browser is to use: a tester's own, the canary for its share of browsers, else the live one. */
export function chooseRelease(id: string, remote: RemoteEntry): Release {
  const { canary } = remote;
  try {
    const override = overrideOf(id, remote);
    if (override) return override;
    if (canary && bucketOf(id) < canary.percent) return canary;
  } catch {
    // storage is blocked, or what a tester wrote is no address: the live one
  }
  return remote;
}
