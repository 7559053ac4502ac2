import { createHmac } from 'node:crypto';
import mongoose from 'mongoose';
import { deriveKey } from '../../infra/derive-key';
import { isDuplicateKey } from '../../infra/duplicate-key';
import { cipherOf } from '../../infra/field-cipher';
import type { Deps } from '../resource';
import { logEnds, logRows, type LogRow } from './operator.model';

type Needs = Pick<Deps, 'db' | 'clock' | 'secret' | 'env'>;

const END = 'end';

/** A keyed hash: write access to the database is not enough to forge a valid chain. */
const macOf = ({ secret }: Pick<Needs, 'secret'>, ...parts: unknown[]) =>
  createHmac('sha256', deriveKey(secret, 'safety-log')).update(JSON.stringify(parts)).digest('base64url');

const hashOf = (
  needs: Pick<Needs, 'secret'>,
  { _id, at, operator, act, about, reason }: Omit<LogRow, 'hash'>,
  before: string,
  // the reason is hashed unsealed, so that the hash survives a change of key
) => macOf(needs, _id, at.toISOString(), operator, act, about, ...(reason ? [reason] : []), before);

const placeOf = (row: number) => `safety_log/${row}/reason`;

export const SEALED_REASON = { field: 'reason', placeOf };

const endHash = (needs: Pick<Needs, 'secret'>, row: number, hash: string) => macOf(needs, END, row, hash);

/** Appends an act before the operator does it. Concurrent acts get a row each. */
export const logAct = async (
  needs: Needs,
  operator: string,
  act: string,
  about = '',
  reason = '',
): Promise<void> => void (await append(needs, { operator, act, about, ...(reason && { reason }) }));

/** Starts the log; false if it exists. Of two concurrent calls one gets true. */
export const logFirstAct = (needs: Needs, operator: string, act: string): Promise<boolean> =>
  append(needs, { operator, act, about: '' }, true);

async function append(
  needs: Needs,
  entry: Pick<LogRow, 'operator' | 'act' | 'about' | 'reason'>,
  onlyFirst = false,
): Promise<boolean> {
  for (;;) {
    const last = await logRows(needs.db).findOne().sort({ _id: -1 }).lean<LogRow>();
    if (onlyFirst && (last || (await logEnds(needs.db).exists({ _id: END })))) return false;
    const row = { _id: (last?._id ?? 0) + 1, at: needs.clock.now(), ...entry };
    const hash = hashOf(needs, row, last?.hash ?? '');
    const sealed = row.reason && { reason: cipherOf(needs).seal(row.reason, placeOf(row._id)) };
    try {
      await logRows(needs.db).create({ ...row, ...sealed, hash });
    } catch (error) {
      if (isDuplicateKey(error)) continue;
      throw error;
    }
    const end = { row: row._id, hash: endHash(needs, row._id, hash) };
    const isBehind = { _id: END, row: mongoose.trusted({ $lt: row._id }) };
    // if another process wrote a later end, the upsert collides with it
    await logEnds(needs.db)
      .updateOne(isBehind, { $set: end }, { upsert: true })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    return true;
  }
}

/** A row with its reason opened. A reason that does not open becomes empty, and then the hash does not match. */
function openRow(needs: Omit<Needs, 'clock'>, row: LogRow): LogRow {
  if (!row.reason) return row;
  try {
    return { ...row, reason: String(cipherOf(needs).open(row.reason, placeOf(row._id))) };
  } catch {
    return { ...row, reason: 'unreadable' };
  }
}

/** What operators did about one report since an instant, oldest first. */
export async function actsSince(
  needs: Pick<Needs, 'db'>,
  { operator, about, since }: { readonly operator: string; readonly about: string; readonly since: Date },
): Promise<LogRow[]> {
  const at = mongoose.trusted({ $gt: since });
  return logRows(needs.db).find({ operator, about, at }).sort({ _id: 1 }).lean<LogRow[]>();
}

export interface LogCheck {
  readonly rows: readonly LogRow[];
  /** The first problem of the log, with its row; null if the log is intact. */
  readonly problem: string | null;
}

/** The whole log, oldest first, and the first row that was changed, removed, added or moved. */
export async function readLog(needs: Omit<Needs, 'clock'>): Promise<LogCheck> {
  const stored = await logRows(needs.db).find().sort({ _id: 1 }).lean<LogRow[]>();
  const rows = stored.map((row) => openRow(needs, row));
  let before = '';
  for (const [at, row] of rows.entries()) {
    if (row._id !== at + 1) return { rows, problem: `row ${at + 1} is missing` };
    if (row.hash !== hashOf(needs, row, before)) return { rows, problem: `row ${row._id} was changed` };
    before = row.hash;
  }
  const end = await logEnds(needs.db).findById(END).lean();
  if ((end?.row ?? 0) > rows.length) return { rows, problem: `row ${rows.length + 1} is missing` };
  const isEnd = end
    ? end.row === rows.length && end.hash === endHash(needs, end.row, before)
    : rows.length === 0;
  return { rows, problem: isEnd ? null : 'the end of the log was changed' };
}
