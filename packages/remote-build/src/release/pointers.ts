import { ReleaseRefused } from './refused';
import { peek, type Signer } from './signing/signatures';
import type { ReleaseStore } from './store';

export { ReleaseRefused };

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
  /** Commit it was built from, with a '+' when files were changed since. */
  readonly commit?: string;
  /** Who released it. */
  readonly author?: string;
  /** It was not tried before it was given to students. */
  readonly untried?: true;
  /** ISO 8601. */
  readonly since: string;
}

export interface Canary extends Pointer {
  /** Share of browsers that get it, 1 to 99. */
  readonly percent: number;
}

export interface RemotePointers {
  /** Null: the build that was shipped with the shell. */
  readonly live: Pointer | null;
  readonly canary?: Canary;
  /** What a roll-back goes back to, newest last. */
  readonly before: readonly Pointer[];
  /** Releases some browsers were given until a moment (ISO 8601): tabs may still run them. */
  readonly past: readonly { readonly release: string; readonly until: string }[];
  /** Counts every move, so that two who decide at the same instant notice each other. */
  readonly moves: number;
}

/** The pointers of one remote as its team signs them. */
export interface PointerStatement extends RemotePointers {
  readonly remote: string;
  /** ISO 8601: nobody trusts it after this, so that a frozen place is noticed. */
  readonly expires: string;
}

export interface Pointers {
  readonly revision: number;
  /** Contract of the shell that serves these remotes, as it said when it started. */
  readonly shell?: { readonly contract: number; readonly since: string };
  /** What the place says, signed or not, checked by nobody: who serves remotes asks `createTrust`. */
  readonly remotes: Readonly<Record<string, RemotePointers>>;
  /** The signed form (compact JWS) of those that are signed. */
  readonly signed: Readonly<Record<string, string>>;
}

/** As it is kept: a signed pointer is its statement, an unsigned one stands as it is. */
interface Kept extends Omit<Pointers, 'remotes' | 'signed'> {
  readonly remotes: Readonly<Record<string, RemotePointers | string>>;
}

/** A signed pointer holds this long; `npm run releases -- renew` signs it again. */
const HOLDS_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

/** What a fresh place says. */
export const NO_POINTERS: Pointers = { revision: 0, remotes: {}, signed: {} };

function parse(bytes: Uint8Array): Pointers {
  const { remotes: kept, ...rest } = JSON.parse(new TextDecoder().decode(bytes)) as Kept;
  const remotes: Record<string, RemotePointers> = {};
  const signed: Record<string, string> = {};
  for (const [id, each] of Object.entries(kept)) {
    if (typeof each === 'string') signed[id] = each;
    try {
      remotes[id] = typeof each === 'string' ? peek<RemotePointers>(each) : each;
    } catch {
      // no statement at all: refused where it is checked, and written anew by the next move
    }
  }
  return { ...rest, remotes, signed };
}

/** Which releases are live now; nothing yet in a fresh place. */
export async function readPointers(store: Pick<ReleaseStore, 'read'>): Promise<Pointers> {
  const stored = await store.read(POINTERS_KEY);
  return stored ? parse(stored.bytes) : NO_POINTERS;
}

/** Signs a moved pointer. Throws ReleaseRefused when it was signed before and nobody signs here. */
async function seal(
  id: string,
  pointers: RemotePointers,
  {
    wasSigned,
    signer,
    at,
  }: { readonly wasSigned: boolean; readonly signer: Signer | null; readonly at: Date },
): Promise<RemotePointers | string> {
  if (!signer && wasSigned)
    throw new ReleaseRefused(`${id} is signed: set RELEASE_KEY, or RELEASE_SIGNER, to move it.`);
  if (!signer) return pointers;
  const expires = new Date(at.getTime() + HOLDS_DAYS * DAY_MS).toISOString();
  return signer.sign('flint-pointer', { ...pointers, remote: id, expires } satisfies PointerStatement);
}

type Edited = Pick<Pointers, 'shell' | 'remotes'>;

/**
 * Changes the pointers by compare-and-set: `edit` is given what is there, and given it again when somebody else was faster,
 * so no change is lost. What `edit` throws is thrown on, and nothing is changed then. Pointers that `edit` answers as they were
 * keep their signature; the others are signed by `signer`.
 */
export async function changePointers(
  store: ReleaseStore,
  edit: (now: Pointers) => Edited,
  { signer = null, at = new Date() }: { readonly signer?: Signer | null; readonly at?: Date } = {},
): Promise<Pointers> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await store.read(POINTERS_KEY);
    const now = stored ? parse(stored.bytes) : NO_POINTERS;
    const next = edit(now);
    const remotes: Record<string, RemotePointers | string> = {};
    for (const [id, pointers] of Object.entries(next.remotes)) {
      const before = now.signed[id];
      const isSame = pointers === now.remotes[id];
      remotes[id] = isSame
        ? (before ?? pointers)
        : await seal(id, pointers, { wasSigned: before !== undefined, signer, at });
    }
    const kept: Kept = { ...(next.shell && { shell: next.shell }), revision: now.revision + 1, remotes };
    const bytes = new TextEncoder().encode(`${JSON.stringify(kept, null, 2)}\n`);
    if (await store.writeIf(POINTERS_KEY, bytes, stored?.etag ?? null)) return parse(bytes);
  }
  throw new ReleaseRefused(`${store.place} changes faster than it can be written: try again.`);
}
