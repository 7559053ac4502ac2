import type { ClientSession } from 'mongoose';
import { inTransaction } from '../../infra/in-transaction';
import { journalOf } from '../../infra/journal';
import type { Mail } from '../../infra/mail';
import { postIn } from '../outbox/index';
import type { Deps } from '../resource';

/** Writes and mail that belong together: all of them are stored, or none. */
export interface Unit {
  readonly session: ClientSession;
  /** What was written, for the journal. */
  readonly changed: Map<string, Set<unknown>>;
  /** What follows the commit, before the mail. */
  readonly afterwards: (() => Promise<void>)[];
  /** What begins to send the stored mail. */
  readonly begins: (() => void)[];
}

/** A unit in a transaction that is open. After the commit, the caller ends it by `endUnit`. */
export const beginUnit = (session: ClientSession): Unit => ({
  session,
  changed: new Map(),
  afterwards: [],
  begins: [],
});

/** Notes the documents that a unit writes. */
export function noteChange({ changed }: Unit, collection: string, ids: readonly unknown[]): void {
  const noted = changed.get(collection) ?? new Set();
  for (const id of ids) noted.add(id);
  changed.set(collection, noted);
}

/** Stores a mail in a unit. */
export async function postInUnit(deps: Deps, mail: Mail, { session, begins }: Unit): Promise<void> {
  begins.push(await postIn(deps, mail, session));
}

/** Journals what a unit wrote, does what follows, and begins to send its mail. Only after the commit. */
export async function endUnit(
  { db }: Pick<Deps, 'db'>,
  { changed, afterwards, begins }: Unit,
): Promise<void> {
  for (const [collection, ids] of changed) await journalOf(db).keep(collection, [...ids]);
  for (const follow of afterwards) await follow();
  for (const begin of begins) begin();
}

/** Does work in one transaction, which runs again after a conflict with another one, and ends its unit after the commit. */
export async function inUnit<T>(deps: Pick<Deps, 'db'>, work: (unit: Unit) => Promise<T>): Promise<T> {
  const { result, unit } = await inTransaction(deps.db, async (session) => {
    const begun = beginUnit(session);
    return { result: await work(begun), unit: begun };
  });
  await endUnit(deps, unit);
  return result;
}
