import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { trusted } from 'mongoose';
import { JOURNAL_DAYS, journalOf } from '../infra/journal';
import { modelOf } from '../infra/model-of';
import { keyedHash } from '../infra/keyed-hash';
import type { Deps } from './resource';

/** A record that an account was erased; a restored backup may still contain that account. */
export interface ErasedAccount {
  /** Keyed hash of the account's id. */
  _id: string;
  at: Date;
  /** The account's id, until everything of it is erased. */
  unfinished?: string;
  /** Whether the journal has the erasure of an unfinished account. */
  isJournaled?: boolean;
}

export const erasedAccounts = modelOf<ErasedAccount>(
  'ErasedAccount',
  'erased_accounts',
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true, expires: JOURNAL_DAYS * 24 * 60 * 60 },
    unfinished: { type: String },
    isJournaled: { type: Boolean },
  },
  { indexes: [[{ unfinished: 1 }, { sparse: true }]] },
);

type Needs = Pick<Deps, 'db' | 'secret' | 'dataDir' | 'clock'>;

const nameOf = (deps: Pick<Deps, 'secret'>, userId: string) => keyedHash(deps, 'erased-accounts', userId);

/** An erasure that has begun and not ended. */
interface Unfinished {
  readonly userId: string;
  readonly at: Date;
  readonly isJournaled: boolean;
}

/** Records an erasure in the journal, unless that is done: one that fails is tried again and again. */
export async function journalErasure(
  deps: Pick<Deps, 'db' | 'secret'>,
  { userId, at, isJournaled }: Unfinished,
): Promise<void> {
  if (isJournaled) return;
  await journalOf(deps.db).keepErasure(userId, at);
  await erasedAccounts(deps.db).updateOne({ _id: nameOf(deps, userId), at }, { $set: { isJournaled: true } });
}

/** Records that an account is being erased, in the database and in the journal. Safe to repeat. */
export async function recordErasure(deps: Needs, userId: string): Promise<void> {
  const at = deps.clock.now();
  await erasedAccounts(deps.db).updateOne(
    { _id: nameOf(deps, userId) },
    { $set: { at, unfinished: userId }, $unset: { isJournaled: 1 } },
    { upsert: true },
  );
  await journalErasure(deps, { userId, at, isJournaled: false });
}

/** Records that everything of an account is erased. */
export async function endErasure(deps: Pick<Deps, 'db' | 'secret'>, userId: string): Promise<void> {
  const ended = { $unset: { unfinished: 1, isJournaled: 1 } };
  await erasedAccounts(deps.db).updateOne({ _id: nameOf(deps, userId) }, ended);
}

/** The erasures that began before an instant and have not ended. */
export async function unfinishedErasures({ db }: Pick<Deps, 'db'>, before: Date): Promise<Unfinished[]> {
  const begun = { unfinished: trusted({ $exists: true }), at: trusted({ $lt: before }) };
  return (await erasedAccounts(db).find(begun).lean()).map(({ unfinished, at, isJournaled = false }) => ({
    userId: unfinished!,
    at,
    isJournaled,
  }));
}

/** The record in the database alone, of an account that is erased. */
export async function storeErasure(
  deps: Pick<Deps, 'db' | 'secret'>,
  userId: string,
  at: Date,
): Promise<void> {
  await erasedAccounts(deps.db).updateOne(
    { _id: nameOf(deps, userId) },
    { $set: { at }, $unset: { unfinished: 1, isJournaled: 1 } },
    { upsert: true },
  );
}

/** The last erasure of the account of that id; null if there was none. */
export async function lastErasure(
  deps: Pick<Deps, 'db' | 'secret'>,
  userId: string,
): Promise<{ readonly at: Date; readonly isFinished: boolean } | null> {
  const found = await erasedAccounts(deps.db).findById(nameOf(deps, userId)).lean();
  return found && { at: found.at, isFinished: found.unfinished === undefined };
}

/** When the account of that id was last erased; null if never. */
export const erasedAt = async (deps: Pick<Deps, 'db' | 'secret'>, userId: string): Promise<Date | null> =>
  (await lastErasure(deps, userId))?.at ?? null;

/** When accounts were erased, as versions without a journal recorded it: in the database and in a file, by keyed hash. */
export async function readOldErasures(deps: Needs): Promise<Map<string, Date>> {
  const file = path.join(deps.dataDir, 'erased', `${deps.db.name}.log`);
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').flatMap((line) => {
    const [_id, at = ''] = line.split(' ');
    // a crash can leave half a line
    return _id && !Number.isNaN(Date.parse(at)) ? [{ _id, at: new Date(at) }] : [];
  });
  const all = new Map<string, Date>();
  for (const { _id, at } of [...lines, ...(await erasedAccounts(deps.db).find().lean())])
    if ((all.get(_id)?.getTime() ?? 0) < at.getTime()) all.set(_id, at);
  return all;
}

/** The accounts among these that such records say were erased at or after an instant, with the time. */
export async function erasedAmong(
  deps: Pick<Deps, 'secret'>,
  erased: ReadonlyMap<string, Date>,
  userIds: AsyncIterable<string>,
  since: Date,
): Promise<Map<string, Date>> {
  const found = new Map<string, Date>();
  // most installations have none
  if (erased.size === 0) return found;
  for await (const id of userIds) {
    const at = erased.get(nameOf(deps, id));
    if (at && at >= since) found.set(id, at);
  }
  return found;
}
