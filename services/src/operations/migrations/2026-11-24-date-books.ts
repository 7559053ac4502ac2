import type { mongo } from 'mongoose';
import type { Migration } from './migration';

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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OFFERS_PER_DAY = 10;

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);
const isAgreed = ({ status, cancelledAt }: StoredRound) => status === 'accepted' && !cancelledAt;
const threadsOf = (db: mongo.Db) => db.collection<StoredThread>('offer_threads');
const lately = () => ({ createdAt: { $gt: after(new Date(), -DAY_MS) } });
const openThreads = (db: mongo.Db) => threadsOf(db).find({ openPair: { $exists: true } });

async function drop(db: mongo.Db, ...names: string[]): Promise<void> {
  for (const name of names)
    if ((await db.listCollections({ name }).toArray()).length > 0) await db.dropCollection(name);
}
/** Codes of a missing collection and a missing index. */
const MISSING = [26, 27];

const dropIndex = (db: mongo.Db, name: string): Promise<unknown> =>
  threadsOf(db)
    .dropIndex(name)
    .catch((error: { code?: number }) => {
      if (!MISSING.includes(error.code ?? 0)) throw error;
    });

/** Writes the books again, as the offers give them. */
async function fillBooks(db: mongo.Db): Promise<void> {
  await drop(db, 'date_books');
  const write = async (person: string, $push: mongo.PushOperator<Book>, until: Date) => {
    const mark = await db.collection<{ _id: string; mark: string }>('contact_marks').findOne({ _id: person });
    const staleAt = after(new Date(Math.max(Date.now(), until.getTime())), DAY_MS);
    await db.collection<Book>('date_books').updateOne(
      { _id: mark?.mark ?? person },
      {
        $push: { dates: { $each: [] }, sentAt: { $each: [] }, ...$push },
        $inc: { version: 1 },
        $max: { staleAt },
      },
      { upsert: true },
    );
  };
  for await (const { rounds, participants } of openThreads(db)) {
    const round = rounds.at(-1)!;
    if (!isAgreed(round)) continue;
    const { id: offerId, proposedDate: start } = round;
    for (const person of participants)
      await write(person, { dates: { $each: [{ offerId, start }] } }, after(start, 2 * HOUR_MS));
  }
  for await (const { initiatorId, createdAt } of threadsOf(db).find(lately()).sort({ createdAt: 1 }))
    if (initiatorId)
      await write(
        initiatorId,
        { sentAt: { $each: [createdAt], $position: 0, $slice: OFFERS_PER_DAY } },
        createdAt,
      );
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
    await drop(db, 'offer_bookings', 'offer_quotas');
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
    await drop(db, 'date_books');
  },
};
