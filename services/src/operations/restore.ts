import { readFile } from 'node:fs/promises';
import { openJournal } from '../infra/journal';
import { createLock } from '../infra/lock';
import { liveProcesses, type JoinOptions } from '../infra/processes';
import { photoStore } from '../infra/photo-store';
import { removeErased } from '../infra/remove-erased';
import { erasedAmong, readOldErasures, storeErasure } from '../resources/erased-accounts';
import { eraseAccount, joinAsProcess } from '../resources/index';
import { logAct } from '../resources/safety/operator-log';
import type { Deps } from '../resources/resource';
import { BESIDE, checkBackup, isKept, picturesOf, recordsOf, together, type Manifest } from './backup';
import { ensureIndexes } from './indexes';
import type { mongo } from 'mongoose';
import { createMigrator } from './migrate';

const BATCH = 500;
/** Acts this much older than the backup are replayed, too: some were written after the backup had read their collection. */
const MARGIN_MS = 10 * 60_000;

/** A restore in progress. Before `swapping` the old database is whole; from then on the new one is, once a process has finished it. */
interface Restoring {
  _id: 'current';
  phase: 'loading' | 'swapping';
  backupAt: Date;
  collections: string[];
  /** Erasures that the replaced database recorded by keyed hash. */
  erased: [name: string, at: Date][];
}

/** Number of documents that a restore replayed, by collection; `erased` counts accounts that were erased again. */
export type Replayed = Record<string, number>;

/** What was replayed, in a line for operators. */
export function describe({ erased = 0, ...documents }: Replayed): string {
  const counts = Object.entries(documents).map(([name, count]) => `${count} ${name}`);
  const told = counts.length > 0 ? counts.join(', ') : 'nothing';
  return `replayed from the journal: ${told}; erased again: ${erased} accounts`;
}

const statesOf = (db: mongo.Db) => db.collection<Restoring>('restores');
const LOCK = 'restore';

async function namesIn(db: mongo.Db): Promise<string[]> {
  return (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'));
}

async function dropBeside(db: mongo.Db): Promise<void> {
  for (const name of await namesIn(db)) if (name.startsWith(BESIDE)) await db.collection(name).drop();
}

/** Collections that an empty database may contain: what a start writes, and what a restore replaces anyway. */
const MAY_STAND: ReadonlySet<string> = new Set([
  'auth_keys',
  'data_keys',
  'erased_accounts',
  'idempotency_keys',
  'journal_waiting',
  'match_lists',
  'match_pieces',
  'match_rounds',
  'migration_locks',
  'migrations',
  'processes',
  'rate_limits',
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

async function load(db: mongo.Db, folder: string, manifest: Manifest, name: string): Promise<void> {
  const beside = db.collection(BESIDE + name);
  let batch: mongo.Document[] = [];
  const flush = async () => {
    if (batch.length > 0) await beside.insertMany(batch);
    batch = [];
  };
  for await (const record of recordsOf(folder, manifest, name)) {
    batch.push(record);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  const stored = await beside.countDocuments();
  const { count } = manifest.collections[name]!;
  if (stored !== count) throw new Error(`${name}: ${stored} of ${count} documents came back`);
}

/** Stores the last state of every document that was written to protect students since an instant. Returns the erased accounts. */
async function replay(deps: Deps, since: Date, replayed: Replayed): Promise<Map<string, Date>> {
  const erased = new Map<string, Date>();
  const last = new Map<string, Map<string, { id: unknown; document: mongo.Document | null }>>();
  for await (const act of openJournal(deps).since(since)) {
    if ('erased' in act) {
      erased.set(act.erased, act.at);
      continue;
    }
    const states = last.get(act.collection) ?? new Map();
    last.set(act.collection, states);
    for (const id of act.removed) states.set(String(id), { id, document: null });
    for (const document of act.documents) states.set(String(document._id), { id: document._id, document });
  }
  for (const [name, states] of last) {
    const collection = deps.db.db!.collection<{ _id: unknown }>(name);
    const ids = [...states.values()].map(({ id }) => id);
    const documents = [...states.values()].flatMap(({ document }) => document ?? []);
    // all at once: one after another they could collide in a unique index
    await collection.deleteMany({ _id: { $in: ids as never[] } });
    if (documents.length > 0) await collection.insertMany(documents as never[]);
    replayed[name] = ids.length;
  }
  return erased;
}

/** Ids of all accounts with their addresses; a profile may be older than its account's row, and the reverse. */
async function everyAccount(db: mongo.Db): Promise<Map<string, string>> {
  const emails = new Map<string, string>();
  for (const name of ['auth_users', 'profiles'])
    for await (const { _id, email } of db.collection<{ _id: string; email: string }>(name).find())
      emails.set(_id, email);
  return emails;
}

/** Erases accounts again. One that returned with the same id after its erasure stays. */
async function eraseAgain(
  deps: Deps,
  erased: ReadonlyMap<string, Date>,
  emails: ReadonlyMap<string, string>,
) {
  const profiles = deps.db.collection<{ _id: string; createdAt: Date }>('profiles');
  for (const [userId, at] of erased) {
    const profile = await profiles.findOne({ _id: userId });
    if (profile && profile.createdAt > at) continue;
    await eraseAccount(deps, userId, emails.get(userId));
    await storeErasure(deps, userId, at);
  }
  await removeErased(deps.db);
}

/** Deletes the pictures that no upload of the restored database names. */
async function dropForeignPictures(deps: Deps): Promise<void> {
  const store = photoStore(deps);
  const uploads = deps.db.collection<{ _id: string }>('photo_uploads');
  let last = '';
  for await (const key of store.list()) {
    const folder = key.split('/')[0]!;
    if (folder === last) continue;
    last = folder;
    if (!(await uploads.findOne({ _id: folder }, { projection: { _id: 1 } }))) await store.removeAll(folder);
  }
}

/** What a restore needs itself, and what is not of the replaced database. */
const STAYS = ['restores', 'migration_locks', 'processes', 'journal_waiting'];

/** Swaps the loaded collections in and replays the journal. Each step can be repeated, so any process can go on after a crash. */
async function finish(deps: Deps, { backupAt, collections, erased }: Restoring): Promise<Replayed> {
  const db = deps.db.db!;
  const standing = await namesIn(db);
  for (const name of collections)
    if (standing.includes(BESIDE + name))
      await db.collection(BESIDE + name).rename(name, { dropTarget: true });
  const stays = new Set([...collections, ...STAYS]);
  for (const name of standing)
    if (!stays.has(name) && !name.startsWith(BESIDE)) await db.collection(name).deleteMany({});
  const since = new Date(backupAt.getTime() - MARGIN_MS);
  const replayed: Replayed = {};
  const again = await replay(deps, since, replayed);
  await createMigrator(deps.db).up();
  await ensureIndexes(deps);
  const emails = await everyAccount(db);
  const old = erasedAmong(deps, new Map(erased), [...emails.keys()], since);
  await eraseAgain(deps, new Map([...old, ...again]), emails);
  replayed.erased = new Set([...old.map(([id]) => id), ...again.keys()]).size;
  await dropForeignPictures(deps);
  if (await db.collection('safety_log').findOne())
    await logAct(deps, 'restore', `backup of ${backupAt.toISOString()}; ${describe(replayed)}`);
  await statesOf(db).deleteOne({ _id: 'current' });
  return replayed;
}

/**
 * Ends a restore that a dead process left: drops what it loaded if nothing was swapped, else goes on. Waits while a restore is running. Call it
 * before anything else reads the database.
 */
export async function completeRestore(deps: Deps): Promise<void> {
  const db = deps.db.db!;
  openJournal(deps);
  if (!(await statesOf(db).findOne({ _id: 'current' }))) return;
  await createLock(deps.db, LOCK).hold(async () => {
    const current = await statesOf(db).findOne({ _id: 'current' });
    if (current?.phase === 'swapping') await finish(deps, current);
    else await dropForeignPictures(deps);
    await dropBeside(db);
    await statesOf(db).deleteOne({ _id: 'current' });
  });
}

/**
 * Registers this process (joinProcesses) once no restore is in progress. A restore that begins meanwhile finds the process and is refused, or
 * the process finds the restore and waits.
 */
export async function joinWhole(deps: Deps, options?: JoinOptions): Promise<() => Promise<void>> {
  for (;;) {
    await completeRestore(deps);
    const leave = await joinAsProcess(deps, options);
    if (!(await statesOf(deps.db.db!).findOne({ _id: 'current' }))) return leave;
    await leave();
  }
}

/**
 * Restores a backup into an empty database (with `replace`: in place of any), with pictures and indexes. Everything is checked, then loaded
 * beside what is there; the swap is one write, so a crash leaves the old database or the new one. Acts of the journal at or after the backup's
 * instant are replayed, and accounts erased since are erased again. Rejects with one sentence while a process runs on the database.
 */
export async function restore(
  deps: Deps,
  folder: string,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<{ readonly manifest: Manifest; readonly replayed: Replayed }> {
  const db = deps.db.db!;
  const manifest = await checkBackup(deps, folder);
  const backupAt = new Date(manifest.createdAt);
  await completeRestore(deps);
  const journal = openJournal(deps);
  await journal.ship();
  // a damaged journal is noticed before anything is changed
  for await (const _ of journal.since(new Date(backupAt.getTime() - MARGIN_MS)));
  const lock = createLock(deps.db, LOCK);
  const replayed = await lock.hold(async () => {
    if (!replace) await refuseIfHeld(db);
    const collections = Object.keys(manifest.collections).filter(isKept);
    const since = new Date(backupAt.getTime() - MARGIN_MS);
    const erased = [...(await readOldErasures(deps))].filter(([, at]) => at >= since);
    const current: Restoring = { _id: 'current', phase: 'loading', backupAt, collections, erased };
    await dropBeside(db);
    await statesOf(db).replaceOne({ _id: 'current' }, current, { upsert: true });
    await refuseIfRunning(deps);
    for (const name of collections) await load(db, folder, manifest, name);
    const store = photoStore(deps);
    for await (const pictures of together(picturesOf(folder, manifest)))
      await Promise.all(pictures.map(async ({ key, file }) => store.write(key, await readFile(file))));
    await refuseIfRunning(deps);
    await journal.ship();
    // a process that stood still may have been taken for dead
    if (!lock.lease.isHeld()) throw new Error('this restore lost its lock: run it again');
    await statesOf(db).updateOne({ _id: 'current' }, { $set: { phase: 'swapping' } });
    return finish(deps, { ...current, phase: 'swapping' });
  });
  return { manifest, replayed };
}
