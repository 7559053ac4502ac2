import { CODE } from '../build/seal';
import { DAY_MS, readPointers, type Pointers } from './pointers';
import { filesOf, listReleases, readManifests } from './publish';
import { lastServed } from './served';
import type { ReleaseStore } from './store';
import { TEST_HOLDS_DAYS } from './test-releases';

interface Options {
  /** The number of newest releases that are never deleted. */
  readonly keep: number;
  readonly at: Date;
}

interface Known {
  readonly pointers: Pointers['remotes'][string] | undefined;
  readonly releases: Awaited<ReturnType<typeof listReleases>>;
  readonly served: ReadonlyMap<string, Date>;
}

/** Disposable releases: not among the newest, not live, a canary or a roll-back target, not served for a day, and not a valid test. */
function disposable({ pointers, releases, served }: Known, { keep, at }: Options): string[] {
  const isRecent = (time: number, days = 1) => at.getTime() - time < days * DAY_MS;
  const real = releases.filter(({ isTest }) => !isTest);
  const needed = new Set(real.slice(-keep).map(({ release }) => release));
  for (const pointer of [pointers?.live, pointers?.canary, pointers?.before.at(-1)]) {
    if (pointer) needed.add(pointer.release);
  }
  for (const { release, until } of pointers?.past ?? []) if (isRecent(Date.parse(until))) needed.add(release);
  for (const [release, time] of served) if (isRecent(time.getTime())) needed.add(release);
  // just published: its pointer may follow
  for (const { release, at: made, isTest } of releases)
    if (isRecent(made.getTime(), isTest ? TEST_HOLDS_DAYS : 1)) needed.add(release);
  return releases.map(({ release }) => release).filter((release) => !needed.has(release));
}

/** Deletes files of no release; a recent file may belong to a release in progress. */
async function pruneFiles(store: ReleaseStore, id: string, at: Date): Promise<void> {
  const files = await store.list(filesOf(id));
  const listed = new Set(
    (await readManifests(store, id)).flatMap(({ manifest }) => Object.keys(manifest.integrity)),
  );
  for (const { key, at: written } of files) {
    // compressed copies and source maps are deleted with their file; pictures (few, not in the manifest) stay
    const name = key.slice(filesOf(id).length).replace(/(\.map)?(\.br|\.gz)?$/, '');
    if (!CODE.test(name) || listed.has(name) || at.getTime() - written.getTime() < DAY_MS) continue;
    await store.remove(key);
  }
}

/** Deletes the disposable releases of a remote; returns their names. A tab open for less than a day loses nothing. */
export async function prune(store: ReleaseStore, id: string, options: Options): Promise<readonly string[]> {
  const [{ remotes }, releases, served] = await Promise.all([
    readPointers(store),
    listReleases(store, id),
    lastServed(store, id),
  ]);
  const gone = disposable({ pointers: remotes[id], releases, served }, options);
  for (const release of gone) {
    await store.remove(`${id}/${release}/`);
    await store.remove(`served/${id}/${release}`);
  }
  await pruneFiles(store, id, options.at);
  return gone;
}
