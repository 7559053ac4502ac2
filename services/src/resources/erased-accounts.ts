import { createHmac } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Schema, type Connection, type Model } from 'mongoose';
import { deriveKey } from '../infra/derive-key';
import type { Deps } from './resource';

/** That an account was erased, for whoever brings back a backup that still holds it. */
export interface ErasedAccount {
  /** Keyed hash of the account's id. */
  _id: string;
  at: Date;
}

/** Longer than backups are kept. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

const schema = new Schema<ErasedAccount>(
  { _id: { type: String, required: true }, at: { type: Date, required: true, expires: KEPT_SECONDS } },
  { versionKey: false, collection: 'erased_accounts' },
);

export const erasedAccounts = (db: Connection) =>
  (db.models.ErasedAccount as Model<ErasedAccount>) ?? db.model<ErasedAccount>('ErasedAccount', schema);

type Needs = Pick<Deps, 'db' | 'secret' | 'dataDir' | 'clock'>;

const nameOf = ({ secret }: Pick<Deps, 'secret'>, userId: string) =>
  createHmac('sha256', deriveKey(secret, 'erased-accounts')).update(userId).digest('base64url');

/** The same beside the database: it outlives one that was lost. */
const fileOf = ({ dataDir, db }: Pick<Deps, 'dataDir' | 'db'>) =>
  path.join(dataDir, 'erased', `${db.name}.log`);

/** Notes that an account was erased; names nobody. Safe to repeat. */
export async function noteErased(deps: Needs, userId: string): Promise<void> {
  const [_id, at] = [nameOf(deps, userId), deps.clock.now()];
  await erasedAccounts(deps.db).updateOne({ _id }, { $set: { at } }, { upsert: true });
  const file = fileOf(deps);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, `${_id} ${at.toISOString()}\n`, { mode: 0o600 });
}

/** When an account of that id was erased last; null when none was. */
export async function erasedAt(deps: Pick<Deps, 'db' | 'secret'>, userId: string): Promise<Date | null> {
  return (await erasedAccounts(deps.db).findById(nameOf(deps, userId)).lean())?.at ?? null;
}

/** Everything noted so far, in the database and beside it: when each was erased last. */
export async function readErased(deps: Needs): Promise<Map<string, Date>> {
  const text = await readFile(fileOf(deps), 'utf8').catch(() => '');
  const lines = text.split('\n').flatMap((line) => {
    const [_id, at = ''] = line.split(' ');
    // a line that a crash cut short says nothing
    return _id && !Number.isNaN(Date.parse(at)) ? [{ _id, at: new Date(at) }] : [];
  });
  const all = new Map<string, Date>();
  for (const { _id, at } of [...lines, ...(await erasedAccounts(deps.db).find().lean())])
    if ((all.get(_id)?.getTime() ?? 0) < at.getTime()) all.set(_id, at);
  return all;
}

/** Those of these accounts that were erased after an instant. */
export const erasedSince = (
  deps: Pick<Deps, 'secret'>,
  erased: ReadonlyMap<string, Date>,
  userIds: Iterable<string>,
  since: Date,
): string[] => [...userIds].filter((id) => (erased.get(nameOf(deps, id)) ?? new Date(0)) > since);

/** Writes back what was noted, after a database was replaced. */
export async function keepErased({ db }: Pick<Deps, 'db'>, erased: ReadonlyMap<string, Date>): Promise<void> {
  for (const [_id, at] of erased)
    await erasedAccounts(db).updateOne({ _id }, { $set: { at } }, { upsert: true });
}
