import { DAY_MS, HOUR_MS } from '@flint/contracts/time';
import type { mongo } from 'mongoose';
import { dropCollections, type Migration } from './migration';

interface StoredRound {
  id: string;
  status: string;
  cancelledAt: Date | null;
  createdAt: Date;
  proposedDate: Date;
}
interface StoredThread {
  _id: string;
  initiatorId: string | null;
  participants: string[];
  rounds: StoredRound[];
  createdAt: Date;
  openPair?: string;
}
/** In this version. */
interface Book {
  _id: string;
  dates: { offerId: string; start: Date }[];
  sentAt: Date[];
  version: number;
  staleAt: Date;
}
interface Booked {
  _id: string;
  dates: { offerId: string; start: Date; end: Date }[];
}
interface Sent {
  _id: string;
  sentAt: Date[];
  staleAt: Date;
}

const OFFERS_PER_DAY = 10;

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);
const isAgreed = ({ status, cancelledAt }: StoredRound) => status === 'accepted' && !cancelledAt;
const threadsOf = (db: mongo.Db) => db.collection<StoredThread>('offer_threads');
const lately = () => ({ createdAt: { $gt: after(new Date(), -DAY_MS) } });
const OPEN = { openPair: { $exists: true } };
const openThreads = (db: mongo.Db) => threadsOf(db).find(OPEN);

/** Codes of a missing collection and a missing index. */
const MISSING = [26, 27];

const dropIndex = (db: mongo.Db, name: string): Promise<unknown> =>
  threadsOf(db)
    .dropIndex(name)
    .catch((error: { code?: number }) => {
      if (!MISSING.includes(error.code ?? 0)) throw error;
    });

/** The book of a student as the offers give it. */
async function bookOf(db: mongo.Db, person: string): Promise<Omit<Book, '_id'>> {
  const own = await threadsOf(db)
    .find({ participants: person, $or: [OPEN, lately()] })
    .sort({ createdAt: -1 })
    .toArray();
  const agreed = own.filter(({ openPair }) => openPair).map(({ rounds }) => rounds.at(-1)!);
  const dates = agreed.filter(isAgreed).map(({ id, proposedDate }) => ({ offerId: id, start: proposedDate }));
  const { $gt } = lately().createdAt;
  const sent = own.filter(({ initiatorId, createdAt }) => initiatorId === person && createdAt > $gt);
  const sentAt = sent.map(({ createdAt }) => createdAt).slice(0, OFFERS_PER_DAY);
  const last = Math.max(Date.now(), ...dates.map(({ start }) => after(start, 2 * HOUR_MS).getTime()));
  return { dates, sentAt, version: 1, staleAt: after(new Date(last), DAY_MS) };
}

/** Writes each missing book as a whole; a book that is there, as after a restore, stays. */
async function fillBooks(db: mongo.Db): Promise<void> {
  const marks = db.collection<{ _id: string; mark: string }>('contact_marks');
  const books = db.collection<Book>('date_books');
  for await (const { participants } of threadsOf(db).find({ $or: [OPEN, lately()] }))
    for (const person of participants) {
      const _id = (await marks.findOne({ _id: person }))?.mark ?? person;
      if (await books.findOne({ _id })) continue;
      await books.updateOne({ _id }, { $setOnInsert: await bookOf(db, person) }, { upsert: true });
    }
}

/**
 * Agreed times and the day's offers are in one date book per mailbox; those of accounts whose mark is not stored yet get it at the next start.
 * Every open offer has an instant when it ends by itself; before, only agreed dates had one.
 */
export const dateBooks: Migration = {
  name: '2026-11-24-date-books',
  async up(db) {
    for await (const { _id, rounds } of openThreads(db)) {
      const round = rounds.at(-1)!;
      const { createdAt, proposedDate } = round;
      const endsAt = isAgreed(round)
        ? after(proposedDate, 2 * HOUR_MS)
        : new Date(Math.min(proposedDate.getTime(), after(createdAt, 7 * DAY_MS).getTime()));
      await threadsOf(db).updateOne({ _id }, { $set: { endsAt }, $unset: { completesAt: 1 } });
    }
    await dropIndex(db, 'completesAt_1');
    await fillBooks(db);
    await dropCollections(db, 'offer_bookings', 'offer_quotas');
  },
  async down(db) {
    for await (const { _id, rounds, participants } of openThreads(db)) {
      const round = rounds.at(-1)!;
      const end = after(round.proposedDate, 2 * HOUR_MS);
      await threadsOf(db).updateOne(
        { _id },
        { $unset: { endsAt: 1, withdrawAt: 1 }, ...(isAgreed(round) && { $set: { completesAt: end } }) },
      );
      if (!isAgreed(round)) continue;
      const date = { offerId: round.id, start: round.proposedDate, end };
      for (const person of participants)
        await db
          .collection<Booked>('offer_bookings')
          .updateOne({ _id: person }, { $addToSet: { dates: date } }, { upsert: true });
    }
    const quotas = db.collection<Sent>('offer_quotas');
    await quotas.deleteMany({});
    for await (const { initiatorId, createdAt } of threadsOf(db).find(lately()).sort({ createdAt: 1 }))
      if (initiatorId)
        await quotas.updateOne(
          { _id: initiatorId },
          {
            $push: { sentAt: { $each: [createdAt], $position: 0, $slice: OFFERS_PER_DAY } },
            $max: { staleAt: after(createdAt, DAY_MS) },
          },
          { upsert: true },
        );
    await dropIndex(db, 'endsAt_1');
    await dropCollections(db, 'date_books');
  },
};
