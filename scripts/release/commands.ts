import { rollBack, shareCanary, toCanary, toLive } from './moves';
import { changePointers, readPointers, ReleaseRefused, type Pointers, type RemotePointers } from './pointers';
import { listReleases, publish, published } from './publish';
import type { ReleaseStore } from './store';

interface Context {
  readonly store: ReleaseStore;
  readonly now?: () => Date;
}

interface Built {
  readonly id: string;
  readonly dist: string;
  /** Most kB of gzip. */
  readonly budget: number;
  /** Contract of this repository, for a place no shell has served from yet. */
  readonly contract: number;
}

/** Moves one remote's pointers, unless somebody moved them since `seen` was read. */
async function move(
  store: ReleaseStore,
  id: string,
  seen: Pointers,
  edit: (now: RemotePointers | undefined) => RemotePointers,
): Promise<RemotePointers> {
  const after = await changePointers(store, (pointers) => {
    const now = pointers.remotes[id];
    if ((now?.moves ?? 0) !== (seen.remotes[id]?.moves ?? 0)) {
      throw new ReleaseRefused(
        `${id} was moved to ${now?.live.release ?? 'nothing'} by somebody else meanwhile; nothing was changed. ` +
          'Look at npm run releases, then decide again.',
      );
    }
    return { ...pointers, remotes: { ...pointers.remotes, [id]: edit(now) } };
  });
  return after.remotes[id] as RemotePointers;
}

/**
 * Publishes a built remote and makes it live, or gives it to `canary` percent of the browsers. Checks come first, the
 * pointer is moved last. `build` runs after the pointers were looked at: a decision is made on what was live then.
 * Throws ReleaseRefused.
 */
export async function release(
  { store, now = () => new Date() }: Context,
  room: Built,
  options: { readonly canary?: number | undefined; readonly build?: () => Promise<void> } = {},
): Promise<{ readonly release: string; readonly kilobytes: number; readonly pointers: RemotePointers }> {
  const { id, dist, budget, contract } = room;
  const seen = await readPointers(store);
  await options.build?.();
  const shellContract = seen.shell?.contract ?? contract;
  const made = await publish(store, { id, dist, budget, shellContract });
  const { kilobytes, ...target } = made;
  const { canary: percent } = options;
  const pointers = await move(store, id, seen, (before) =>
    percent === undefined
      ? toLive(before, target, now())
      : toCanary(id, before, target, { percent, at: now() }),
  );
  return { release: made.release, kilobytes, pointers };
}

/** The release a person means by its full name, its hash or its version; null when none or several fit. */
async function findRelease(store: ReleaseStore, id: string, named: string): Promise<string> {
  const known = (await listReleases(store, id)).map((each) => each.release);
  const fitting = known.filter(
    (each) => each === named || each.startsWith(`${named}-`) || each.endsWith(`-${named}`),
  );
  if (fitting.length === 1 && fitting[0]) return fitting[0];
  const what = fitting.length === 0 ? 'is none of them' : 'fits several of them';
  throw new ReleaseRefused(`${id}: ${named} ${what}: ${known.join(', ') || 'there is no release yet'}.`);
}

/** Ends a running canary, else goes back to the release before the live one, or to the named one. Throws ReleaseRefused. */
export async function rollback(
  { store, now = () => new Date() }: Context,
  id: string,
  named?: string,
): Promise<RemotePointers> {
  const seen = await readPointers(store);
  const before = seen.remotes[id];
  const wanted = named ? await findRelease(store, id, named) : before?.before.at(-1)?.release;
  const endsCanary = !named && before?.canary !== undefined;
  const target = wanted && !endsCanary ? await published(store, id, wanted) : undefined;
  const pointer = target && {
    release: target.release,
    integrity: target.integrity,
    contract: target.contract,
  };
  return move(store, id, seen, (pointers) => rollBack(id, pointers, pointer, now()));
}

/** Changes the share of a running canary: 0 ends it, 100 makes it live. Throws ReleaseRefused. */
export async function canary(
  { store, now = () => new Date() }: Context,
  id: string,
  percent: number,
): Promise<RemotePointers> {
  const seen = await readPointers(store);
  return move(store, id, seen, (pointers) => shareCanary(id, pointers, percent, now()));
}

/** Says which contract the shell in service speaks; a release that does not fit it is refused. */
export async function recordShell(store: ReleaseStore, contract: number, at: Date): Promise<void> {
  const { shell } = await readPointers(store);
  if (shell?.contract === contract) return;
  await changePointers(store, (now) => ({ ...now, shell: { contract, since: at.toISOString() } }));
}
