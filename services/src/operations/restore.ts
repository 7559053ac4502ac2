import { DAY_MS } from '@flint/contracts/time';
import type { mongo } from 'mongoose';
import { JOURNAL_DAYS, openJournal } from '../infra/journal';
import type { Lease } from '../infra/lease';
import { assertHeld } from '../infra/lock';
import { photoStore } from '../infra/photo-store';
import { IsRestoring, liveProcesses, type JoinOptions } from '../infra/processes';
import { readOldErasures } from '../resources/erased-accounts';
import { joinAsProcess } from '../resources/index';
import type { Deps } from '../resources/resource';
import {
  BESIDE,
  checkBackup,
  isKept,
  picturesOf,
  readPicture,
  recordsOf,
  together,
  type Manifest,
} from './backup';
import {
  completeRestore,
  discard,
  dropBeside,
  finish,
  MARGIN_MS,
  namesIn,
  restoreLock,
  statesOf,
  type LockOptions,
  type Restoring,
} from './finish-restore';
import { checkJournal, type Replayed } from './replay';

const BATCH = 500;

/** Collections that an empty database may contain: what a start writes, and what a restore replaces anyway. */
const MAY_STAND: ReadonlySet<string> = new Set([
  'auth_keys',
  'backups',
  'data_keys',
  'erased_accounts',
  'idempotency_keys',
  'job_pauses',
  'journal_waiting',
  'match_lists',
  'match_pieces',
  'match_rounds',
  'migration_locks',
  'migrations',
  'processes',
  'rate_counts',
  'restores',
]);

async function refuseIfHeld(db: mongo.Db): Promise<void> {
  for (const name of await namesIn(db))
    if (!MAY_STAND.has(name) && !name.startsWith(BESIDE) && (await db.collection(name).findOne()))
      throw new Error(`the database is not empty (${name}); --replace drops what it holds`);
}

/** A process that stopped without a word counts as running until its lease ends. */
async function refuseIfRunning(deps: Deps): Promise<void> {
  const { length } = await liveProcesses(deps);
  if (length > 0)
    throw new Error(
      `${length} Flint ${length === 1 ? 'process runs' : 'processes run'} on this database: stop it before a restore; after a crash, wait a minute`,
    );
}

async function load(
  deps: Deps,
  folder: string,
  manifest: Manifest,
  name: string,
  lease: Lease,
): Promise<void> {
  // one that is empty in the backup must empty the one that it replaces
  const beside = await deps.db.db!.createCollection(BESIDE + name);
  let batch: mongo.Document[] = [];
  const flush = async () => {
    assertHeld(lease);
    if (batch.length > 0) await beside.insertMany(batch);
    batch = [];
  };
  for await (const record of recordsOf(deps, folder, manifest, name)) {
    batch.push(record);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  const stored = await beside.countDocuments();
  const { count } = manifest.collections[name]!;
  if (stored !== count) throw new Error(`${name}: ${stored} of ${count} documents came back`);
}

/**
 * Registers this process (joinProcesses) once no restore is in progress. A restore that begins meanwhile finds the process and is refused, or
 * the process finds the restore and waits.
 */
export async function joinWhole(deps: Deps, options?: JoinOptions): Promise<() => Promise<void>> {
  for (;;) {
    await completeRestore(deps);
    try {
      return await joinAsProcess(deps, options);
    } catch (error) {
      if (!(error instanceof IsRestoring)) throw error;
    }
  }
}

/**
 * Restores a backup into an empty database (with `replace`: in place of any), with pictures and indexes. Everything is checked, then loaded
 * beside what is there; the swap is one write, so a crash leaves the old database or the new one. Acts of the journal at or after the backup's
 * instant are replayed, and accounts erased since are erased again. A trial reads the pictures and stores none. A backup older than the journal is refused, unless `isAnyAge`. Rejects with one sentence
 * while a process runs on the database.
 */
export async function restore(
  deps: Deps,
  folder: string,
  {
    replace = false,
    isTrial = false,
    isAnyAge = false,
    ...options
  }: LockOptions & Readonly<Partial<Record<'replace' | 'isTrial' | 'isAnyAge', boolean>>> = {},
): Promise<{ readonly manifest: Manifest; readonly replayed: Replayed }> {
  const db = deps.db.db!;
  const manifest = await checkBackup(deps, folder);
  const backupAt = new Date(manifest.createdAt);
  if (!isAnyAge && deps.clock.now().getTime() - backupAt.getTime() > JOURNAL_DAYS * DAY_MS)
    throw new Error(
      `this backup is more than ${JOURNAL_DAYS} days old: who deleted an account since then would return, because no record of that is kept longer; --any-age restores it`,
    );
  await completeRestore(deps);
  const journal = openJournal(deps);
  await journal.ship(0);
  const since = new Date(backupAt.getTime() - MARGIN_MS);
  // before anything is loaded, which can take long
  await checkJournal(deps, since);
  const lock = restoreLock(deps, options);
  const replayed = await lock.hold(async () => {
    await refuseIfRunning(deps);
    if (!replace) await refuseIfHeld(db);
    const collections = Object.keys(manifest.collections).filter(isKept);
    const erased = [...(await readOldErasures(deps))].filter(([, at]) => at >= since);
    const current: Restoring = { _id: 'current', phase: 'loading', backupAt, collections, erased };
    await dropBeside(db);
    await statesOf(db).replaceOne({ _id: 'current' }, current, { upsert: true });
    try {
      // a process that started meanwhile finds the state above and waits, or is found here
      await refuseIfRunning(deps);
      for (const name of collections) await load(deps, folder, manifest, name, lock.lease);
      const store = photoStore(deps);
      for await (const pictures of together(picturesOf(deps, folder, manifest))) {
        // all of them end before what was loaded is dropped: a late one would stay
        const writes = await Promise.allSettled(
          pictures.map(async ({ key, file }) => {
            const bytes = await readPicture(deps, manifest, file);
            if (!isTrial) await store.write(key, bytes);
          }),
        );
        for (const write of writes) if (write.status === 'rejected') throw write.reason;
      }
      await refuseIfRunning(deps);
      await journal.ship(0);
      // from `swapping` on, a lacking key would stop every start
      await checkJournal(deps, since);
      assertHeld(lock.lease);
    } catch (error) {
      // if this fails, too, the next start does it
      await discard(deps, lock.lease).catch(() => undefined);
      throw error;
    }
    await statesOf(db).updateOne({ _id: 'current' }, { $set: { phase: 'swapping' } });
    return finish(deps, { ...current, phase: 'swapping' }, lock.lease);
  });
  return { manifest, replayed };
}
