import type { ReleaseStore } from './store';

/** The one file of the releases place that changes: which release of each remote is live. */
const POINTERS_KEY = 'remotes.json';
const MAX_ATTEMPTS = 200;

/** A release somebody is given, and since when. */
export interface Pointer {
  /** Folder of the release: `<version>-<hash>`. */
  readonly release: string;
  /** sha384 of its manifest. */
  readonly integrity: string;
  readonly contract: number;
  /** ISO 8601. */
  readonly since: string;
}

export interface Canary extends Pointer {
  /** Share of browsers that get it, 1 to 99. */
  readonly percent: number;
}

export interface RemotePointers {
  readonly live: Pointer;
  readonly canary?: Canary;
  /** What a roll-back goes back to, newest last. */
  readonly before: readonly Pointer[];
  /** Releases some browsers were given until a moment (ISO 8601): tabs may still run them. */
  readonly past: readonly { readonly release: string; readonly until: string }[];
  /** Counts every move, so that two who decide at the same instant notice each other. */
  readonly moves: number;
}

export interface Pointers {
  readonly revision: number;
  /** Contract of the shell that serves these remotes, as it said when it started. */
  readonly shell?: { readonly contract: number; readonly since: string };
  readonly remotes: Readonly<Record<string, RemotePointers>>;
}

/** A refusal in a sentence for whoever gave the command. */
export class ReleaseRefused extends Error {}

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Pointers;

/** Which releases are live now; nothing yet in a fresh place. */
export async function readPointers(store: ReleaseStore): Promise<Pointers> {
  const stored = await store.read(POINTERS_KEY);
  return stored ? parse(stored.bytes) : { revision: 0, remotes: {} };
}

/**
 * Changes the pointers by compare-and-set: `edit` is given what is there, and given it again when somebody else was faster,
 * so no change is lost. What `edit` throws is thrown on, and nothing is changed then.
 */
export async function changePointers(
  store: ReleaseStore,
  edit: (now: Pointers) => Omit<Pointers, 'revision'>,
): Promise<Pointers> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await store.read(POINTERS_KEY);
    const now: Pointers = stored ? parse(stored.bytes) : { revision: 0, remotes: {} };
    const next: Pointers = { ...edit(now), revision: now.revision + 1 };
    const bytes = new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`);
    if (await store.writeIf(POINTERS_KEY, bytes, stored?.etag ?? null)) return next;
  }
  throw new ReleaseRefused(`${store.place} changes faster than it can be written: try again.`);
}
