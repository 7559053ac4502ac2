import { LIMITS } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import { trusted, type ClientSession } from 'mongoose';
import { dateBooks, type DateBook } from '../date-books/index';
import { inTransaction } from '../../infra/in-transaction';
import type { Deps } from '../resource';
import { GONE, ownMarks } from '../safety/index';
import { completionOf, isAgreed, lastRound, peopleIn, type Thread } from './thread';
import { everyThread } from './threads';

export type Book = Pick<DateBook, 'dates' | 'sentAt'>;
/** The books of some students, by user id. A student without a mark has none: nobody can invite them. */
export type Books = ReadonlyMap<string, Book & { readonly mark: string }>;

const EMPTY: Book = { dates: [], sentAt: [] };

/** Whether the two hours from `start` overlap those of a date. */
export const overlaps = (a: Date, b: Date): boolean => a < completionOf(b) && b < completionOf(a);

/** Whether the student has agreed to another date in the two hours from `start`. */
export const isTaken = ({ dates }: Book = EMPTY, start: Date, offerId = ''): boolean =>
  dates.some((date) => date.offerId !== offerId && overlaps(date.start, start));

/** Returns a function that tells at which instants a student has agreed to a date in the two hours from then. */
export async function readTimesTaken(deps: Deps, userId: string): Promise<(start: Date) => boolean> {
  const book = (await readBooks(deps, [userId])).get(userId);
  return (start) => isTaken(book, start);
}

/** Seconds until this student may send another offer; 0 if now. */
export function secondsToWait({ sentAt }: Book = EMPTY, now: Date): number {
  const last = sentAt[LIMITS.offersPerDay - 1];
  return last ? Math.max(0, (last.getTime() + DAY_MS - now.getTime()) / 1000) : 0;
}

/** A student's book after a write of this thread. A date is removed a day after its end. */
function bookAfter(book: Book, userId: string, thread: Thread, now: Date): Book {
  const ids = new Set(thread.rounds.map(({ id }) => id));
  const { id, proposedDate } = lastRound(thread);
  const others = book.dates.filter(
    ({ offerId, start }) => !ids.has(offerId) && completionOf(start).getTime() + DAY_MS > now.getTime(),
  );
  const isSent = thread.version === 0 && thread.initiatorId === userId;
  return {
    dates: isAgreed(lastRound(thread)) ? [...others, { offerId: id, start: proposedDate }] : others,
    sentAt: isSent ? [now, ...book.sentAt].slice(0, LIMITS.offersPerDay) : book.sentAt,
  };
}

/** Reads the books of these students, by id or with their marks. */
export async function readBooks(
  deps: Deps,
  students: readonly string[] | ReadonlyMap<string, string>,
  session: ClientSession | null = null,
): Promise<Books> {
  const marks = 'length' in students ? await ownMarks(deps, students) : students;
  const found = await dateBooks(deps.db)
    .find({ _id: trusted({ $in: [...marks.values()] }) })
    .session(session)
    .lean();
  const stored = new Map(found.map((book) => [book._id, book]));
  const books = new Map<string, Book & { readonly mark: string }>();
  for (const [id, mark] of marks) {
    const { dates, sentAt } = stored.get(mark) ?? EMPTY;
    books.set(id, { mark, dates, sentAt });
  }
  return books;
}

/** Writes the books of both people of an offer, after the offer if there is one; two transactions that do so for one student conflict. */
export async function writeBooks(
  { db, clock }: Deps,
  books: Books,
  thread: Thread | null,
  session: ClientSession,
): Promise<void> {
  const now = clock.now();
  const writes = [...books].map(([userId, book]) => {
    const { dates, sentAt } = thread ? bookAfter(book, userId, thread, now) : book;
    const last = Math.max(now.getTime(), ...dates.map(({ start }) => completionOf(start).getTime()));
    const $set = { dates, sentAt, staleAt: new Date(last + DAY_MS) };
    return {
      updateOne: { filter: { _id: book.mark }, update: { $set, $inc: { version: 1 } }, upsert: true },
    };
  });
  if (writes.length > 0) await dateBooks(db).bulkWrite(writes, { session });
}

/**
 * Takes the dates of every book from the agreed offers, while nothing else writes: a backup reads the two at different instants. The counts of
 * the day stay, and so do books without a mark, which a migration has just made from the offers. Safe to repeat.
 */
export async function rebuildDates(deps: Deps): Promise<void> {
  await dateBooks(deps.db).updateMany({ _id: trusted({ $gte: GONE }) }, { $set: { dates: [] } });
  for await (const thread of everyThread(deps))
    if (isAgreed(lastRound(thread)))
      await inTransaction(deps.db, async (session) =>
        writeBooks(deps, await readBooks(deps, peopleIn(thread), session), thread, session),
      );
}

/** Gives books that the migration stored by account, because its mark was not known yet, their marks. Safe to repeat. */
export async function completeBooks(deps: Deps): Promise<void> {
  // ids sort before marks
  const left = await dateBooks(deps.db)
    .find({ _id: trusted({ $lt: GONE }) })
    .lean();
  const marks = await ownMarks(
    deps,
    left.map(({ _id }) => _id),
  );
  for (const { _id, ...book } of left) {
    const mark = marks.get(_id);
    if (!mark) continue;
    await dateBooks(deps.db).updateOne({ _id: mark }, { $setOnInsert: book }, { upsert: true });
    await dateBooks(deps.db).deleteOne({ _id });
  }
}
