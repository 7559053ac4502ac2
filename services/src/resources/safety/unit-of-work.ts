import type { ClientSession } from 'mongoose';
import { inTransaction } from '../../infra/in-transaction';
import type { Mail } from '../../infra/mail';
import { postIn } from '../outbox/index';
import type { Deps } from '../resource';

/** Writes and mail that belong together: all of them are stored, or none. */
export interface Unit {
  readonly session: ClientSession;
  /** What follows the commit, before the mail. */
  readonly afterwards: (() => Promise<void>)[];
  /** What begins to send the stored mail. */
  readonly begins: (() => void)[];
}

/** A unit in a transaction that is open. After the commit, the caller ends it by `endUnit`. */
export const beginUnit = (session: ClientSession): Unit => ({
  session,
  afterwards: [],
  begins: [],
});

/** Stores a mail in a unit. */
export async function postInUnit(deps: Deps, mail: Mail, { session, begins }: Unit): Promise<void> {
  begins.push(await postIn(deps, mail, session));
}

/** Does what follows a unit, and begins to send its mail. Only after the commit. */
export async function endUnit({ afterwards, begins }: Unit): Promise<void> {
  for (const follow of afterwards) await follow();
  for (const begin of begins) begin();
}

/** Does work in one transaction, which runs again after a conflict with another one, and ends its unit after the commit. */
export async function inUnit<T>(deps: Pick<Deps, 'db'>, work: (unit: Unit) => Promise<T>): Promise<T> {
  const { result, unit } = await inTransaction(deps.db, async (session) => {
    const begun = beginUnit(session);
    return { result: await work(begun), unit: begun };
  });
  await endUnit(unit);
  return result;
}
