import mongoose from 'mongoose';
import { keyedHash } from '../../infra/keyed-hash';
import { cipherOf } from '../../infra/field-cipher';
import { inTransaction } from '../../infra/in-transaction';
import { sealedField } from '../../infra/sealed-fields';
import type { Deps } from '../resource';
import { logEnds, logRows, operators, type LogRow } from './operator.model';

type Needs = Pick<Deps, 'db' | 'clock' | 'secret' | 'env'>;

const END = 'end';

/** A keyed hash: write access to the database is not enough to forge a valid chain. */
const macOf = (needs: Pick<Needs, 'secret'>, ...parts: unknown[]) =>
  keyedHash(needs, 'safety-log', JSON.stringify(parts));

const hashOf = (
  needs: Pick<Needs, 'secret'>,
  { _id, at, operator, act, about, reason }: Omit<LogRow, 'hash'>,
  before: string,
  // the reason is hashed unsealed, so that the hash survives a change of key
) => macOf(needs, _id, at.toISOString(), operator, act, about, ...(reason ? [reason] : []), before);

const placeOf = (row: number) => `safety_log/${row}/reason`;

export const SEALED_REASON = sealedField('safety_log', 'reason', placeOf);

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

/** The first problem of rows that should follow `after`, whose hash is `before`; null if they are intact. */
function chainProblem(
  needs: Omit<Needs, 'db' | 'clock'>,
  rows: readonly LogRow[],
  after = 0,
  before = '',
): string | null {
  let last = before;
  for (const [at, row] of rows.entries()) {
    const expected = after + at + 1;
    if (row._id !== expected) return `row ${expected} is missing`;
    if (row.hash !== hashOf(needs, openRow(needs, row), last)) return `row ${row._id} was changed`;
    last = row.hash;
  }
  return null;
}

/** Row and end marker are one transaction, so a reader that sees the row finds an end that covers it. */
async function append(
  needs: Needs,
  entry: Pick<LogRow, 'operator' | 'act' | 'about' | 'reason'>,
  onlyFirst = false,
): Promise<boolean> {
  return inTransaction(needs.db, async (session) => {
    const end = await logEnds(needs.db).findById(END).session(session).lean();
    // usually the last row alone
    const tail = await logRows(needs.db)
      .find({ _id: mongoose.trusted({ $gte: end?.row ?? 0 }) })
      .sort({ _id: 1 })
      .session(session)
      .lean<LogRow[]>();
    const [covered] = tail;
    if (onlyFirst && (covered || end)) return false;
    // an end that does not fit its row, or rows that do not follow it, stay as they are: appending repairs no tampering
    const isIntact = end
      ? end.row === covered?._id &&
        end.hash === endHash(needs, end.row, covered.hash) &&
        chainProblem(needs, tail.slice(1), end.row, covered.hash) === null
      : !covered;
    const last = tail.at(-1);
    const row = {
      _id: Math.max(end?.row ?? 0, last?._id ?? 0) + 1,
      at: needs.clock.now(),
      ...entry,
    };
    const hash = hashOf(needs, row, last?.hash ?? '');
    const sealed = row.reason && { reason: cipherOf(needs).seal(row.reason, placeOf(row._id)) };
    await logRows(needs.db).create([{ ...row, ...sealed, hash }], { session });
    const next = { row: row._id, hash: endHash(needs, row._id, hash) };
    if (isIntact) await logEnds(needs.db).updateOne({ _id: END }, { $set: next }, { session, upsert: true });
    return true;
  });
}

/** A row with its reason opened. A reason that does not open becomes empty, and then the hash does not match. */
function openRow(needs: Omit<Needs, 'db' | 'clock'>, row: LogRow): LogRow {
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

/** The whole log, oldest first, and the first row that was changed, removed, added or moved; appends meanwhile change nothing. */
export async function readLog(needs: Omit<Needs, 'clock'>): Promise<LogCheck> {
  const readEnd = () => logEnds(needs.db).findById(END).lean();
  // first the end, which the rows read after it must contain
  const end = await readEnd();
  const stored = await logRows(needs.db).find().sort({ _id: 1 }).lean<LogRow[]>();
  const rows = stored.map((row) => openRow(needs, row));
  const problem = chainProblem(needs, stored);
  if (problem) return { rows, problem };
  const count = rows.length;
  // without an end: somebody became an operator, which is an act
  const least = end?.row ?? ((await operators(needs.db).exists({})) ? 1 : 0);
  if (least > count) return { rows, problem: `row ${count + 1} is missing` };
  // rows after that end were appended meanwhile, so a later end covers them
  const later = end?.row === count ? end : await readEnd();
  const fits = (each: typeof end) =>
    !each || each.row > count || each.hash === endHash(needs, each.row, rows[each.row - 1]?.hash ?? '');
  const isWhole = (later?.row ?? 0) >= count && fits(end) && fits(later);
  return { rows, problem: isWhole ? null : 'the end of the log was changed' };
}
