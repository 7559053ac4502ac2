import type { mongo } from 'mongoose';
import type { Migration } from './migration';

interface Bookings {
  _id: string;
  dates: { offerId: string; attempt?: string; bookedAt?: Date }[];
}

/** A process of the previous version may still be in this step. */
const ATTEMPT_MS = 60_000;

const isAgreed = (db: mongo.Db, offerId: string) =>
  db
    .collection('offer_threads')
    .findOne({ rounds: { $elemMatch: { id: offerId, status: 'accepted', cancelledAt: null } } })
    .then(Boolean);

/**
 * A time is now booked in the transaction of the agreement. The previous version booked it first, and `bookedAt` marks bookings that a dead
 * attempt left.
 */
export const wholeAgreements: Migration = {
  name: '2026-11-22-whole-agreements',
  async up(db) {
    const bookings = db.collection<Bookings>('offer_bookings');
    for await (const { _id, dates } of bookings.find()) {
      const agreed = [];
      for (const date of dates) {
        const { attempt: _attempt, bookedAt, ...rest } = date;
        if (bookedAt && Date.now() - bookedAt.getTime() < ATTEMPT_MS) agreed.push(date);
        else if (await isAgreed(db, date.offerId)) agreed.push(rest);
      }
      await bookings.updateOne({ _id, dates }, { $set: { dates: agreed } });
    }
  },
  async down(db) {
    const bookings = db.collection<Bookings>('offer_bookings');
    const bookedAt = new Date();
    for await (const { _id, dates } of bookings.find()) {
      const older = dates.map((date) => ({ ...date, attempt: date.offerId, bookedAt }));
      await bookings.updateOne({ _id }, { $set: { dates: older } });
    }
  },
};
