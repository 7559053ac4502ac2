import { rollBack, shareCanary, startAfresh, toCanary, toLive } from './moves';
import { changePointers, NO_POINTERS, readPointers, type Pointers, type RemotePointers } from './pointers';
import { listReleases, publish, readRelease, type Origin } from './publish';
import { orRefused, parseJson, ReleaseRefused } from './refused';
import { assertTrusts, type KeyRing } from './signing/key-ring';
import { verify, type Signer } from './signing/signatures';
import { rewrite, type ReleaseStore } from './store';

export interface Context {
  readonly store: ReleaseStore;
  readonly now?: () => Date;
  /** Signs releases and pointers; without one nothing is signed. */
  readonly signer?: Signer | null;
  /** One of these keys must have signed the existing pointers: no command signs on top of untrusted ones. */
  readonly ring?: KeyRing | null;
  /** The pointers at the origin that serves a copy of the store; null while it does not answer. */
  readonly served?: () => Promise<Pointers | null>;
}

export interface Built {
  readonly id: string;
  readonly dist: string;
  /** The maximum kB of gzip. */
  readonly budget: number;
  /** The contract of this repository, for a store that no shell has used yet. */
  readonly contract: number;
  readonly origin?: Origin;
}

const NOBODY: Origin = { commit: '', author: '' };

/** The pointers before a command. `afresh`: a list that cannot be read counts as empty. Throws ReleaseRefused. */
const readSeen = (store: ReleaseStore, id: string, afresh = false): Promise<Pointers> =>
  orRefused(readPointers(store), ({ message }) => {
    if (afresh) return NO_POINTERS;
    throw new ReleaseRefused(`${id} ${message}: a release with --afresh begins a new one.`);
  });

/** Throws ReleaseRefused if the origin has moves that the store lacks, as on a second machine: servers would refuse an older number. */
async function assertNotBehind({ served }: Context, id: string, seen: Pointers): Promise<void> {
  const there = await served?.();
  if (!there) return;
  const [origin, folder] = [there, seen].map(({ remotes }) => remotes[id]?.moves ?? 0) as [number, number];
  const stateOf = ({ remotes, signed }: Pointers) => JSON.stringify([remotes[id], signed[id]]);
  const isOther = origin === folder && stateOf(there) !== stateOf(seen);
  if (origin <= folder && !isOther) return;
  throw new ReleaseRefused(
    `${id}: its origin has ${isOther ? 'another ' : ''}move ${origin}, this folder move ${folder}: copy releases/ from there first.`,
  );
}

const assertMaySign = ({ ring, signer, now = () => new Date() }: Context, remote: string, isTest = false) =>
  assertTrusts(ring, { kid: signer?.kid, remote, at: now(), isTest });

/** Throws ReleaseRefused if the store is behind its origin, if no permitted key signed the existing pointer, or if we may not sign. */
async function assertOurs(context: Context, id: string, seen: Pointers) {
  await assertNotBehind(context, id, seen);
  assertMaySign(context, id);
  const { ring } = context;
  if (!ring) return;
  const { [id]: signed } = seen.signed;
  if (!seen.remotes[id] && !signed) return;
  await orRefused(verify(ring, signed ?? '', { typ: 'flint-pointer', remote: id }), ({ message }) => {
    throw new ReleaseRefused(
      `${id} ${message}, so nothing is built on it: publish --afresh starts a new history.`,
    );
  });
}

/** Moves one remote's pointers, unless they changed since `seen` was read. With a signer it always signs again. */
async function move(
  { store, signer = null, now: clock = () => new Date() }: Context,
  id: string,
  seen: Pointers,
  edit: (now: RemotePointers | undefined) => RemotePointers,
  afresh?: boolean,
): Promise<RemotePointers> {
  const after = await changePointers(
    store,
    (pointers) => {
      const now = pointers.remotes[id];
      if ((now?.moves ?? 0) !== (seen.remotes[id]?.moves ?? 0)) {
        throw new ReleaseRefused(
          `${id} was moved to ${now?.live?.release ?? 'nothing'} by somebody else meanwhile; nothing was changed. ` +
            'Look at the list, then decide again.',
        );
      }
      const next = edit(now);
      // unchanged, it is signed for 90 more days; servers refuse two with one number
      const isSame = next.moves === now?.moves;
      const moved = signer && isSame ? { ...next, moves: next.moves + 1 } : next;
      return { ...pointers, remotes: { ...pointers.remotes, [id]: moved } };
    },
    { signer, at: clock(), afresh },
  );
  return after.remotes[id] as RemotePointers;
}

/**
 * Publishes a built remote and makes it live, or a canary for `canary` percent of the browsers. Checks come first, the
 * pointer moves last. `build` runs after the pointers were read: the decision depends on what was live then.
 * Throws ReleaseRefused.
 */
export async function release(
  context: Context,
  workspace: Built,
  options: {
    readonly canary?: number | undefined;
    /** Discards the existing pointers. */
    readonly afresh?: boolean | undefined;
    readonly build?: () => Promise<void>;
  } = {},
): Promise<{ readonly release: string; readonly kilobytes: number; readonly pointers: RemotePointers }> {
  const { store, signer = null, now = () => new Date() } = context;
  const { id, dist, budget, contract, origin = NOBODY } = workspace;
  const seen = await readSeen(store, id, options.afresh);
  if (options.afresh) assertMaySign(context, id);
  else await assertOurs(context, id, seen);
  await options.build?.();
  const shellContract = seen.shell?.contract ?? contract;
  const made = await publish(store, { id, dist, budget, shellContract, signer, origin, at: now() });
  const { kilobytes, ...target } = made;
  const { canary: percent } = options;
  const edit = (before: RemotePointers | undefined) => {
    if (options.afresh) return startAfresh(target, now());
    return percent === undefined
      ? toLive(before, target, now())
      : toCanary(id, before, target, { percent, at: now() });
  };
  const pointers = await move(context, id, seen, edit, options.afresh);
  return { release: made.release, kilobytes, pointers };
}

/** The maximum number of listed test releases. */
const LISTED = 20;

/** Adds a test release at the top of the testers' list, which is not trusted: each is verified when it is opened. */
async function listTest(store: ReleaseStore, id: string, release: string): Promise<void> {
  const key = `${id}/tests.json`;
  await rewrite(store, key, (stored) => {
    const before = stored ? parseJson<readonly string[]>(new TextDecoder().decode(stored.bytes), key) : [];
    const listed = [release, ...before.filter((each) => each !== release)].slice(0, LISTED);
    return new TextEncoder().encode(JSON.stringify(listed));
  });
}

/**
 * Publishes a built remote as a test release, visible only in browsers that open it. Throws ReleaseRefused.
 */
export async function releaseTest(
  context: Context,
  built: Built,
): Promise<{ readonly release: string; readonly kilobytes: number }> {
  const { store, signer = null, now = () => new Date() } = context;
  const { id, contract, origin = NOBODY } = built;
  assertMaySign(context, id, true);
  const shellContract = (await readSeen(store, id)).shell?.contract ?? contract;
  const signed = { signer, origin, at: now(), isTest: true };
  const made = await publish(store, { ...built, ...signed, shellContract });
  await listTest(store, id, made.release);
  return made;
}

/** Finds a release by its full name, hash or version; null if none or several match. */
async function findRelease(store: ReleaseStore, id: string, named: string): Promise<string> {
  const known = (await listReleases(store, id)).map((each) => each.release);
  const fitting = known.filter(
    (each) => each === named || each.startsWith(`${named}-`) || each.endsWith(`-${named}`),
  );
  if (fitting.length === 1 && fitting[0]) return fitting[0];
  const what = fitting.length === 0 ? 'is none of them' : 'fits several of them';
  throw new ReleaseRefused(`${id}: ${named} ${what}: ${known.join(', ') || 'there is no release yet'}.`);
}

/** The name of the build that shipped with the shell, for a roll-back. */
const SHIPPED = 'shipped';

/**
 * Ends a running canary, else returns to the previous release (before the first: to the build shipped with the shell), or to
 * the named one. Throws ReleaseRefused.
 */
export async function rollback(context: Context, id: string, named?: string): Promise<RemotePointers> {
  const { store, now = () => new Date() } = context;
  const seen = await readSeen(store, id);
  await assertOurs(context, id, seen);
  const before = seen.remotes[id];
  if (named === undefined && before?.canary)
    return move(context, id, seen, (pointers) => rollBack(id, pointers, undefined, now()));
  const last = before?.before.at(-1)?.release;
  const wanted =
    named === undefined || named === SHIPPED ? (named ?? last) : await findRelease(store, id, named);
  const target = wanted === undefined || wanted === SHIPPED ? null : await readRelease(store, id, wanted);
  return move(context, id, seen, (pointers) => rollBack(id, pointers, target, now()));
}

/** Changes the share of a running canary: 0 ends it, 100 makes it live. Throws ReleaseRefused. */
export async function canary(context: Context, id: string, percent: number): Promise<RemotePointers> {
  const { store, now = () => new Date() } = context;
  const seen = await readSeen(store, id);
  await assertOurs(context, id, seen);
  return move(context, id, seen, (pointers) => shareCanary(id, pointers, percent, now()));
}

/** Signs a remote's pointer again, for another 90 days, perhaps with another key. Throws ReleaseRefused. */
export async function renew(context: Context, id: string): Promise<RemotePointers> {
  if (!context.signer) throw new ReleaseRefused('Nobody signs here: set RELEASE_KEY, or RELEASE_SIGNER.');
  const seen = await readSeen(context.store, id);
  await assertOurs(context, id, seen);
  return move(context, id, seen, (before) => {
    if (!before) throw new ReleaseRefused(`${id} has no release yet.`);
    return before;
  });
}

/** Stores the contract of the running shell; a release that does not match it is refused. */
export async function recordShell(store: ReleaseStore, contract: number, at: Date): Promise<void> {
  const { shell } = await readPointers(store);
  if (shell?.contract === contract) return;
  await changePointers(store, (now) => ({ ...now, shell: { contract, since: at.toISOString() } }));
}
