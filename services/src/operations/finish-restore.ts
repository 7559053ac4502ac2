import type { mongo } from 'mongoose';
import { openJournal } from '../infra/journal';
import type { Lease } from '../infra/lease';
import { assertHeld, createLock } from '../infra/lock';
import { partsOf } from '../infra/parts-of';
import { photoStore } from '../infra/photo-store';
import { removeErased } from '../infra/remove-erased';
import { erasedAmong, storeErasure } from '../resources/erased-accounts';
import { eraseAccount, sealAsNamed } from '../resources/index';
import { rebuildDates } from '../resources/offers/date-book';
import { endAgain } from '../resources/offers/end-offers';
import { dropDueReminders } from '../resources/offers/reminders';
import { takeFromAlbums } from '../resources/photos/album';
import type { Deps } from '../resources/resource';
import { isGone } from '../resources/safety/marks';
import { logAct } from '../resources/safety/operator-log';
import { isHosted } from '../resources/sign-in/index';
import { BESIDE } from './backup';
import { dropSucceeded } from './drop-succeeded';
import { ensureIndexes } from './indexes';
import {
  IDS_AT_ONCE,
  keysOf,
  nameKeys,
  readActs,
  storeStates,
  type Replayed,
  type State,
  type States,
} from './replay';

/** Acts this much older than the backup are replayed, too: some were written after the backup had read their collection. */
export const MARGIN_MS = 10 * 60_000;

/**
 * A restore in progress. Before `swapping` the old database is whole; from then on the new one is, once a process has finished it. Once
 * `swapped`, nothing of the old one is left, and what stands is never emptied again: a migration has filled some of it.
 */
export interface Restoring {
  _id: 'current';
  phase: 'loading' | 'swapping' | 'swapped';
  backupAt: Date;
  collections: string[];
  /** Erasures that the replaced database recorded by keyed hash. */
  erased: [name: string, at: Date][];
}

/** The lock of a restore. */
export interface LockOptions {
  /** After this time without a renewal, a restore counts as dead; half a minute. */
  readonly lockMs?: number;
}

/** What was replayed, in a line for operators. */
export function describe({ erased = 0, ...documents }: Replayed): string {
  const counts = Object.entries(documents).map(([name, count]) => `${count} ${name}`);
  const summary = counts.length > 0 ? counts.join(', ') : 'nothing';
  return `replayed from the journal: ${summary}; erased again: ${erased} accounts`;
}

export const statesOf = (db: mongo.Db) => db.collection<Restoring>('restores');

/** Only its holder ends or begins a restore. */
export const restoreLock = ({ db }: Pick<Deps, 'db'>, { lockMs }: LockOptions) =>
  createLock(db, 'restore', lockMs);

export async function namesIn(db: mongo.Db): Promise<string[]> {
  return (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'));
}

export async function dropBeside(db: mongo.Db): Promise<void> {
  for (const name of await namesIn(db)) if (name.startsWith(BESIDE)) await db.collection(name).drop();
}

/** Ids of all accounts; a profile may be older than its account's row, and the reverse. */
async function* everyAccount(db: mongo.Db): AsyncGenerator<string> {
  for (const name of ['auth_users', 'profiles'])
    for await (const { _id } of db.collection<{ _id: string }>(name).find({}, { projection: { _id: 1 } }))
      yield _id;
}

async function emailOf(db: mongo.Db, _id: string): Promise<string | undefined> {
  for (const name of ['profiles', 'auth_users']) {
    const found = await db.collection<{ _id: string; email: string }>(name).findOne({ _id });
    if (found) return found.email;
  }
  return undefined;
}

/** Erases accounts again. One that returned with the same id after its erasure stays. */
async function eraseAgain(deps: Deps, erased: ReadonlyMap<string, Date>, lease: Lease) {
  const profiles = deps.db.collection<{ _id: string; createdAt: Date }>('profiles');
  for (const [userId, at] of erased) {
    const profile = await profiles.findOne({ _id: userId });
    if (profile && profile.createdAt > at) continue;
    assertHeld(lease);
    await eraseAccount({ ...deps, isRepeat: true }, userId, await emailOf(deps.db.db!, userId));
    await storeErasure(deps, userId, at);
  }
  await removeErased(deps.db);
}

/**
 * Erases what the journal has of accounts that are younger than the backup, and so no longer here. What the safety team keeps waits for the
 * return of their mailboxes. Not for a hosted project, whose accounts are never lost.
 */
async function eraseLost(deps: Deps, last: States, lease: Lease): Promise<void> {
  if (isHosted(deps)) return;
  for (const { id, document } of last.get('contact_marks')?.values() ?? []) {
    // not only those with a mark: an erasure that was interrupted has removed it
    if (document?.leftUntil || (await emailOf(deps.db.db!, String(id)))) continue;
    assertHeld(lease);
    await eraseAccount({ ...deps, isRepeat: true }, String(id));
  }
}

/** States to store, without the ends of own marks: an account that is erased again is found by its mark in what names mailboxes. */
const withOwnMarks = (last: States): States =>
  new Map(
    [...last].map(([name, states]) => {
      const isKept = ([, { id, document }]: [string, State]) => document !== null || isGone(String(id));
      return [name, name === 'contact_marks' ? new Map([...states].filter(isKept)) : states];
    }),
  );

/** Deletes the pictures that no upload of the restored database names. */
async function dropForeignPictures(deps: Deps, lease: Lease): Promise<void> {
  const store = photoStore(deps);
  const uploads = deps.db.collection<{ _id: string }>('photo_uploads');
  let last = '';
  for await (const key of store.list()) {
    const folder = key.split('/')[0]!;
    if (folder === last) continue;
    last = folder;
    const isNamed = await uploads.findOne({ _id: folder }, { projection: { _id: 1 } });
    assertHeld(lease);
    if (!isNamed) await store.removeAll(folder);
  }
}

/** What a restore needs itself, and what is not of the replaced database. */
const STAYS = ['restores', 'migration_locks', 'processes', 'journal_waiting'];

/** Puts the loaded collections in place of those of the old database, and empties the others. */
async function swapIn(db: mongo.Db, collections: readonly string[], lease: Lease): Promise<void> {
  const standing = await namesIn(db);
  for (const name of collections) {
    assertHeld(lease);
    if (standing.includes(BESIDE + name))
      await db.collection(BESIDE + name).rename(name, { dropTarget: true });
  }
  const stays = new Set([...collections, ...STAYS]);
  for (const name of standing) {
    assertHeld(lease);
    if (!stays.has(name) && !name.startsWith(BESIDE)) await db.collection(name).deleteMany({});
  }
}

/**
 * Swaps the loaded collections in and replays the journal. Each step can be repeated, so any process can go on after a crash; a process that
 * lost the lease begins no further step.
 */
export async function finish(
  deps: Deps,
  { phase, backupAt, collections, erased }: Restoring,
  lease: Lease,
): Promise<Replayed> {
  const db = deps.db.db!;
  const since = new Date(backupAt.getTime() - MARGIN_MS);
  const { last, erased: again } = await readActs(deps, since);
  // before anything is swapped
  const keys = keysOf(deps, last);
  if (phase !== 'swapped') {
    await swapIn(db, collections, lease);
    assertHeld(lease);
    await statesOf(db).updateOne({ _id: 'current' }, { $set: { phase: 'swapped' } });
  }
  const states = withOwnMarks(last);
  const replayed = await storeStates(deps, states, lease);
  assertHeld(lease);
  // loaded when used: its library is a tenth of the modules of the API, which completes a restore once
  const { createMigrator } = await import('./migrate');
  await createMigrator(deps.db).up();
  // a migration fills collections that an older backup lacks, from before these acts
  const newer = [...states].filter(([name]) => !collections.includes(name));
  await storeStates(deps, new Map(newer), lease);
  await nameKeys(deps, keys);
  await sealAsNamed(deps);
  await dropSucceeded(db);
  await ensureIndexes(deps);
  await rebuildDates(deps);
  await endAgain(deps);
  await dropDueReminders(deps);
  for (const part of partsOf([...(last.get('photo_uploads')?.keys() ?? [])], IDS_AT_ONCE))
    await takeFromAlbums(deps, part);
  const old = await erasedAmong(deps, new Map(erased), everyAccount(db), since);
  const all = new Map([...old, ...again]);
  await eraseLost(deps, last, lease);
  await eraseAgain(deps, all, lease);
  replayed.erased = all.size;
  await dropForeignPictures(deps, lease);
  assertHeld(lease);
  if (await db.collection('safety_log').findOne())
    await logAct(deps, 'restore', `backup of ${backupAt.toISOString()}; ${describe(replayed)}`);
  await statesOf(db).deleteOne({ _id: 'current' });
  return replayed;
}

/** Drops what a restore has loaded and not swapped in, with the pictures that the database does not name, too. No other picture is the restore's. */
export async function discard(deps: Deps, lease: Lease): Promise<void> {
  const db = deps.db.db!;
  const [loaded, own] = [BESIDE, ''].map((prefix) =>
    db.collection<{ _id: string }>(`${prefix}photo_uploads`),
  );
  for await (const { _id } of loaded!.find({}, { projection: { _id: 1 } })) {
    const isNamed = await own!.findOne({ _id }, { projection: { _id: 1 } });
    assertHeld(lease);
    if (!isNamed) await photoStore(deps).removeAll(_id);
  }
  assertHeld(lease);
  await dropBeside(db);
  await statesOf(db).deleteOne({ _id: 'current' });
}

/**
 * Ends a restore that a dead process left: drops what it loaded if nothing was swapped, else goes on. Waits while a restore is running. Call it
 * before anything else reads the database.
 */
export async function completeRestore(deps: Deps, options: LockOptions = {}): Promise<void> {
  const db = deps.db.db!;
  openJournal(deps);
  // one without the other: a process that had lost its lock loaded a last batch
  const isLoaded = (await namesIn(db)).some((name) => name.startsWith(BESIDE));
  if (!isLoaded && !(await statesOf(db).findOne({ _id: 'current' }))) return;
  const lock = restoreLock(deps, options);
  await lock.hold(async () => {
    const current = await statesOf(db).findOne({ _id: 'current' });
    if (!current || current.phase === 'loading') await discard(deps, lock.lease);
    else await finish(deps, current, lock.lease);
  });
}
