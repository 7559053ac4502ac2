import { parseJson, ReleaseRefused } from './refused';
import { peek, type Signer } from './signing/signatures';
import { rewrite, type ReleaseStore } from './store';

/** The only file of the release store that changes: it names the live release of each remote. */
const POINTERS_KEY = 'remotes.json';

/** A release in use, and since when. */
export interface Pointer {
  /** Folder of the release: `<version>-<hash>`. */
  readonly release: string;
  readonly integrity: string;
  readonly contract: number;
  /** The commit of its sources, with a '+' if files differ from it. */
  readonly commit?: string;
  /** Who released it. */
  readonly author?: string;
  /** It was released with `--untried`. */
  readonly untried?: true;
  /** ISO 8601. */
  readonly since: string;
}

export interface Canary extends Pointer {
  /** The percentage of browsers that get it, 1 to 99. */
  readonly percent: number;
}

export interface RemotePointers {
  /** Null: the build that was shipped with the shell. */
  readonly live: Pointer | null;
  readonly canary?: Canary;
  /** The targets of a roll-back, newest last. */
  readonly before: readonly Pointer[];
  /** Releases that were in use until a time (ISO 8601): tabs may still run them. */
  readonly past: readonly { readonly release: string; readonly until: string }[];
  /** Counts every move, to detect concurrent ones. */
  readonly moves: number;
}

export interface PointerStatement extends RemotePointers {
  readonly remote: string;
  /** ISO 8601: the expiry, so that a frozen store is detected. */
  readonly expires: string;
}

export interface Pointers {
  readonly revision: number;
  /** The contract of the shell that serves these remotes, written at its start. */
  readonly shell?: { readonly contract: number; readonly since: string };
  /** The unverified content of the store; servers use `createTrust`. */
  readonly remotes: Readonly<Record<string, RemotePointers>>;
  /** The signed form (compact JWS) of those that are signed. */
  readonly signed: Readonly<Record<string, string>>;
}

/** The stored form: a signed pointer is its statement, an unsigned one is plain JSON. */
interface Kept extends Omit<Pointers, 'remotes' | 'signed'> {
  readonly remotes: Readonly<Record<string, RemotePointers | string>>;
}

/** The validity of a signed pointer; `renew` signs it again. */
const HOLDS_DAYS = 90;
export const DAY_MS = 24 * 3_600_000;

/** The content of an empty store. */
export const NO_POINTERS: Pointers = { revision: 0, remotes: {}, signed: {} };

type Readable = Pick<ReleaseStore, 'read' | 'place'>;

/** The content of `remotes.json`. Throws ReleaseRefused: anybody who can write to the store can write anything. */
function parse(bytes: Uint8Array, { place }: Readable): Pointers {
  const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const refused = new ReleaseRefused(`has no list of releases at ${place}`);
  const all = parseJson<Partial<Kept> | null>(new TextDecoder().decode(bytes), POINTERS_KEY, refused.message);
  if (!isRecord(all) || !isRecord(all.remotes)) throw refused;
  const { remotes: kept, revision, ...rest } = all;
  const remotes: Record<string, RemotePointers> = {};
  const signed: Record<string, string> = {};
  for (const [id, each] of Object.entries(kept)) {
    if (typeof each === 'string') signed[id] = each;
    try {
      const pointers = typeof each === 'string' ? peek<RemotePointers>(each) : each;
      // else not a statement: verification refuses it, and the next move replaces it
      if (isRecord(pointers) && typeof pointers.moves === 'number') remotes[id] = pointers;
    } catch {
      // the same
    }
  }
  return { ...rest, revision: Number(revision) || 0, remotes, signed };
}

/** Reads which releases are live; an empty store has none. Throws ReleaseRefused for a store whose list is none. */
export async function readPointers(store: Readable): Promise<Pointers> {
  const stored = await store.read(POINTERS_KEY);
  return stored ? parse(stored.bytes, store) : NO_POINTERS;
}

/** Until when each signed pointer holds, by remote; not verified. */
export const endsOf = ({ remotes, signed }: Pointers): ReadonlyMap<string, Date> =>
  new Map(
    Object.entries(signed)
      .filter(([id]) => remotes[id])
      .map(([id, each]) => [id, new Date(peek<PointerStatement>(each).expires)]),
  );

/** Signs a moved pointer. Throws ReleaseRefused if the old one was signed and there is no signer. */
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
 * Changes the pointers by compare-and-set: `edit` gets the current ones, and gets them again if another process was faster,
 * so no change is lost. If `edit` throws, nothing changes. Pointers that `edit` returns unchanged
 * retain their signature; `signer` signs the others. `afresh`: a list that cannot be read counts as empty.
 */
export async function changePointers(
  store: ReleaseStore,
  edit: (now: Pointers) => Edited,
  {
    signer = null,
    at = new Date(),
    afresh = false,
  }: { readonly signer?: Signer | null; readonly at?: Date; readonly afresh?: boolean | undefined } = {},
): Promise<Pointers> {
  const read = async (bytes: Uint8Array) => parse(bytes, store);
  const orEmpty = <T>(error: T) => {
    if (afresh && error instanceof ReleaseRefused) return NO_POINTERS;
    throw error;
  };
  const bytes = await rewrite(store, POINTERS_KEY, async (stored) => {
    const now = stored ? await read(stored.bytes).catch(orEmpty) : NO_POINTERS;
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
    return new TextEncoder().encode(`${JSON.stringify(kept, null, 2)}\n`);
  });
  return parse(bytes, store);
}
