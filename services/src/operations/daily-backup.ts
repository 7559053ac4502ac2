import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { randomId } from '../infra/random-id';
import type { Deps } from '../resources/resource';
import { storeBackup } from '../resources/backups/index';
import { backUp, isWhole, readManifest, type Earlier, type Manifest } from './backup';
import { restore } from './restore';

/** How many backups are kept: the newest of each of so many days, weeks and months. */
const KEPT = { days: 7, weeks: 4, months: 3 } as const;
/** No backup is kept longer, so that what a student deleted is gone. */
const KEPT_MS = 120 * 24 * 60 * 60 * 1000;

/** The folder of a backup, by its instant: 2026-11-25T02-00-07Z. */
const NAME = /^(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\dZ$/;
const nameOf = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

const weekOf = (day: string) => {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(day);
  return `${yearOfWeek}-${weekOfYear}`;
};

/** Which backups are kept, of their names in any order: the newest of each of the last seven days, four weeks and three months with one, for 120 days. */
export function keptOf(names: readonly string[], now: Date): string[] {
  const oldest = nameOf(new Date(now.getTime() - KEPT_MS));
  const newestFirst = names
    .filter((name) => NAME.test(name) && name > oldest)
    .toSorted()
    .toReversed();
  const newestOf = (count: number, periodOf: (day: string) => string) => {
    const newest = new Map<string, string>();
    for (const name of newestFirst) {
      const period = periodOf(NAME.exec(name)![1]!);
      if (newest.size < count && !newest.has(period)) newest.set(period, name);
    }
    return newest.values();
  };
  const kept = new Set([
    ...newestOf(KEPT.days, (day) => day),
    ...newestOf(KEPT.weeks, weekOf),
    ...newestOf(KEPT.months, (day) => day.slice(0, 7)),
  ]);
  return newestFirst.filter((name) => kept.has(name));
}

/** Restores a backup into a database beside the one in use, and drops it. Rejects with one sentence unless everything comes back. */
async function tryRestore(deps: Deps, folder: string): Promise<void> {
  const db = deps.db.useDb(`flint_try_${randomId()}`);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-try-'));
  const { S3_ENDPOINT: _, ...env } = deps.env;
  try {
    await restore({ ...deps, env, db, dataDir }, folder);
  } finally {
    await db.dropDatabase();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export interface DailyBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Names of the backups that were deleted, because newer ones cover their day, week and month. */
  readonly deleted: readonly string[];
}

/**
 * Writes a backup into a new folder below `root`, linked to the pictures of the one before, restores it into a database beside the one in use,
 * records it as verified, and deletes what is kept no longer. Two at once must not run. After an error nothing is deleted and the new folder is gone.
 */
export async function backUpDaily(deps: Deps, root: string): Promise<DailyBackup> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const ours: Earlier[] = [];
  const unfinished: string[] = [];
  for (const name of (await readdir(root)).filter((each) => NAME.test(each)).toSorted()) {
    const folder = path.join(root, name);
    if (!(await isWhole(folder))) unfinished.push(name);
    // one under another FLINT_SECRET, or of a newer version, is not ours to delete
    const manifest = await readManifest(deps, folder).catch(() => null);
    if (manifest) ours.push({ folder, manifest });
  }
  const at = deps.clock.now();
  const folder = path.join(root, nameOf(at));
  const drop = (name: string) => rm(path.join(root, name), { recursive: true, force: true });
  // a folder of this second belongs to another backup, and must not go with this one
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${folder} is there already: another backup has begun`) : error;
  });
  let manifest: Manifest;
  try {
    manifest = await backUp(deps, folder, { earlier: ours.at(-1) ?? null, isTried: true });
    await tryRestore(deps, folder);
  } catch (error) {
    await drop(path.basename(folder));
    throw error;
  }
  await storeBackup(deps, at);
  const names = [...ours.map((each) => path.basename(each.folder)), path.basename(folder)];
  const kept = keptOf(names, at);
  const deleted = [...unfinished, ...names.filter((name) => !kept.includes(name))];
  for (const name of deleted) await drop(name);
  return { folder, manifest, deleted };
}
