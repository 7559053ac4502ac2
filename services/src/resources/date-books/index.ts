import { DAY_MS } from '@flint/contracts/time';
import type { ClientSession } from 'mongoose';
import type { Deps } from '../resource';
import { dateBooks } from './date-book.model';

export { dateBooks, type DateBook } from './date-book.model';

/**
 * Raises the version of these mailboxes' books, in the transaction that changes what an offer depends on: a pause, a restriction, a hidden
 * address, a deletion. An offer reads all of this in its transaction and writes both books, so it sees the change, or conflicts with it and
 * decides again.
 */
export async function raiseBooks(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  marks: Iterable<string>,
  session: ClientSession,
): Promise<void> {
  const empty = { dates: [], sentAt: [], staleAt: new Date(clock.now().getTime() + DAY_MS) };
  const writes = [...marks].map((_id) => ({
    updateOne: { filter: { _id }, update: { $inc: { version: 1 }, $setOnInsert: empty }, upsert: true },
  }));
  if (writes.length > 0) await dateBooks(db).bulkWrite(writes, { session });
}
