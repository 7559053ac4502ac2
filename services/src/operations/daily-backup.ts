import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@flint/contracts/time';
import { Temporal } from 'temporal-polyfill';
import { deriveKey } from '../infra/derive-key';
import { assertHeld, createLock } from '../infra/lock';
import type { Deps } from '../resources/resource';
import { storeBackup } from '../resources/backups/index';
import { mailToOperators, post } from '../resources/outbox/index';
import { backUp, picturesOf, readManifest, type Earlier, type Manifest } from './backup';
import { restore } from './restore';

/** How many backups are kept: the newest of each of so many days, weeks and months. */
const KEPT = { days: 7, weeks: 4, months: 3 } as const;
/** No backup is kept longer, so that what a student deleted is gone. */
const KEPT_MS = 120 * DAY_MS;

/** A longer gap between two of the newest backups means a long outage, or a clock that was wrong for a night. */
const GAP_MS = 8 * DAY_MS;

/** The folder of a backup that was not tried yet; another installation that uses the same root has its own. */
const untriedOf = ({ secret }: Deps) =>
  `untried-${deriveKey(secret, 'untried-backup').toString('hex').slice(0, 8)}`;
/** Name of the trial database, beside the one in use, and of its folder in DATA_DIR. It is fixed, so that the next night finds what a killed run left. */
const TRIAL = 'backup_trial';
/** One photo, or this share of all, may lack its picture: one lost file must not end all backups, but a missing disk or bucket must. */
const LOST_SHARE = 0.01;

/** The folder of a backup, by its instant: 2026-11-25T02-00-07Z. */
const NAME = /^(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\dZ$/;
const nameOf = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

const instantOf = (name: string) => Date.parse(name.replace(/-(\d\d)-(\d\d)Z$/, ':$1:$2Z'));

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

/**
 * Which backups are deleted, and what an operator must look at. One of the future neither counts nor is deleted. After a gap none is deleted:
 * with a wrong clock, all others would seem too old.
 */
export function dueOf(
  names: readonly string[],
  now: Date,
): { readonly deleted: readonly string[]; readonly doubts: readonly string[] } {
  const isAhead = (name: string) => instantOf(name) > now.getTime();
  const doubts = names
    .filter(isAhead)
    .map((name) => `${name} is of the future: look at the clock, and delete it if its name is wrong`);
  const others = names.filter((name) => !isAhead(name)).toSorted();
  const newest = others.slice(-KEPT.days);
  const gap = newest.findIndex((name, i) => i > 0 && instantOf(name) - instantOf(newest[i - 1]!) > GAP_MS);
  if (gap > 0) {
    const where = `none is between ${newest[gap - 1]} and ${newest[gap]}`;
    const help = `look at the clock; after a long outage, this ends by itself after ${KEPT.days} nights`;
    return { deleted: [], doubts: [...doubts, `none was deleted, because ${where}: ${help}`] };
  }
  const kept = keptOf(others, now);
  return { deleted: others.filter((name) => !kept.includes(name)), doubts };
}

/** Restores a backup beside what is in use, without storing pictures. Returns how many photos lack their picture; rejects with one sentence unless the rest comes back. */
async function tryRestore(deps: Deps, trial: Deps, folder: string): Promise<number> {
  const { manifest } = await restore(trial, folder, { isTrial: true });
  const found = new Set<string>();
  for await (const { key } of picturesOf(deps, folder, manifest)) found.add(key.split('/')[0]!);
  const kept = ({ db }: Deps, ids: object) =>
    db.collection<{ _id: string }>('photo_uploads').find({ state: 'kept', ...ids });
  const uploads = (await kept(trial, {}).project<{ _id: string }>({ _id: 1 }).toArray()).map(
    ({ _id }) => _id,
  );
  const absent = uploads.filter((id) => !found.has(id));
  // some were deleted while the backup was written
  const lost = (await kept(deps, { _id: { $in: absent } }).toArray()).length;
  if (lost > Math.max(1, uploads.length * LOST_SHARE))
    throw new Error(
      `${lost} of ${uploads.length} photos have no picture: look whether the disk or the bucket is the right one`,
    );
  return lost;
}

export interface DailyBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Photos without a picture; few, or the backup fails. */
  readonly lost: number;
  /** Names of the backups that were deleted, because newer ones cover their day, week and month. */
  readonly deleted: readonly string[];
  /** What an operator must look at; empty on a normal night. */
  readonly doubts: readonly string[];
}

/**
 * Writes a backup into a new folder below `root`, linked to the pictures of the one before, restores it into a database beside the one in use,
 * records it as verified, and deletes the backups that are no longer kept. A second run waits for the first. After an error no backup is deleted, and
 * the new folder is removed, at the latest by the next run.
 */
export async function backUpDaily(deps: Deps, root: string): Promise<DailyBackup> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const { hold, lease } = createLock(deps.db, 'daily-backup');
  return hold(async () => {
    const ours: Earlier[] = [];
    for (const name of (await readdir(root)).filter((each) => NAME.test(each)).toSorted()) {
      const folder = path.join(root, name);
      // one under another FLINT_SECRET, or of a newer version, is not ours to delete
      const manifest = await readManifest(deps, folder).catch(() => null);
      if (manifest) ours.push({ folder, manifest });
    }
    const { S3_ENDPOINT: _, ...env } = deps.env;
    const db = deps.db.useDb(`${deps.db.name}_${TRIAL}`);
    const trial = { ...deps, env, db, dataDir: path.join(deps.dataDir, TRIAL) };
    const drop = (folder: string) => rm(folder, { recursive: true, force: true });
    const untried = path.join(root, untriedOf(deps));
    const clear = async () => {
      // another process may have begun while this one was suspended
      assertHeld(lease);
      await db.dropDatabase();
      await Promise.all([untried, trial.dataDir].map(drop));
    };
    await clear();
    const at = deps.clock.now();
    const folder = path.join(root, nameOf(at));
    let manifest: Manifest;
    let lost: number;
    try {
      manifest = await backUp(deps, untried, { earlier: ours.at(-1) ?? null, isTried: true });
      lost = await tryRestore(deps, trial, untried);
      assertHeld(lease);
      await rename(untried, folder);
    } finally {
      await clear();
    }
    await storeBackup(deps, at);
    const names = [...ours.map((each) => path.basename(each.folder)), path.basename(folder)];
    const { deleted, doubts } = dueOf(names, at);
    for (const name of deleted) await drop(path.join(root, name));
    // nobody reads the output of a command that cron starts
    const mail =
      doubts.length > 0 && mailToOperators(deps, 'look at the daily backups', `${doubts.join('\n')}\n`);
    if (mail) await post(deps, mail);
    return { folder, manifest, lost, deleted, doubts };
  });
}
