import { createHmac } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { modelOf } from '../infra/model-of';
import { deriveKey } from '../infra/derive-key';
import type { Deps } from './resource';

/** A record that an account was erased; a restored backup may still contain that account. */
export interface ErasedAccount {
  /** Keyed hash of the account's id. */
  _id: string;
  at: Date;
}

/** Longer than backups are retained. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

export const erasedAccounts = modelOf<ErasedAccount>('ErasedAccount', 'erased_accounts', {
  _id: { type: String, required: true },
  at: { type: Date, required: true, expires: KEPT_SECONDS },
});

type Needs = Pick<Deps, 'db' | 'secret' | 'dataDir' | 'clock'>;

const nameOf = ({ secret }: Pick<Deps, 'secret'>, userId: string) =>
  createHmac('sha256', deriveKey(secret, 'erased-accounts')).update(userId).digest('base64url');

/** A copy outside the database, in case the database is lost. */
const fileOf = ({ dataDir, db }: Pick<Deps, 'dataDir' | 'db'>) =>
  path.join(dataDir, 'erased', `${db.name}.log`);

/** Records that an account was erased, without naming it. Safe to repeat. */
export async function recordErasure(deps: Needs, userId: string): Promise<void> {
  const [_id, at] = [nameOf(deps, userId), deps.clock.now()];
  await erasedAccounts(deps.db).updateOne({ _id }, { $set: { at } }, { upsert: true });
  const file = fileOf(deps);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, `${_id} ${at.toISOString()}\n`, { mode: 0o600 });
}

/** When the account of that id was last erased; null if never. */
export async function erasedAt(deps: Pick<Deps, 'db' | 'secret'>, userId: string): Promise<Date | null> {
  return (await erasedAccounts(deps.db).findById(nameOf(deps, userId)).lean())?.at ?? null;
}

/** Every recorded erasure with its latest time, from the database and the file. */
export async function readErased(deps: Needs): Promise<Map<string, Date>> {
  const text = await readFile(fileOf(deps), 'utf8').catch(() => '');
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

/** The accounts among these that were erased after an instant. */
export const erasedSince = (
  deps: Pick<Deps, 'secret'>,
  erased: ReadonlyMap<string, Date>,
  userIds: Iterable<string>,
  since: Date,
): string[] => [...userIds].filter((id) => (erased.get(nameOf(deps, id)) ?? new Date(0)) > since);

/** Stores the records again after a database was replaced. */
export async function storeErased(
  { db }: Pick<Deps, 'db'>,
  erased: ReadonlyMap<string, Date>,
): Promise<void> {
  for (const [_id, at] of erased)
    await erasedAccounts(db).updateOne({ _id }, { $set: { at } }, { upsert: true });
}
