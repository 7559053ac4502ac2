import { LIMITS } from '@flint/contracts';
import { Schema, trusted, type Connection, type Model } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';

/** When one student sent offers, newest first, as many as a day allows. */
interface SentToday {
  _id: string;
  sentAt: Date[];
  staleAt: Date;
}

const DAY_MS = 24 * 3_600_000;

const schema = new Schema<SentToday>(
  {
    _id: { type: String, required: true },
    sentAt: { type: [Date], required: true },
    staleAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'offer_quotas' },
);

export const quotas = (db: Connection) =>
  (db.models.OfferQuota as Model<SentToday>) ?? db.model<SentToday>('OfferQuota', schema);

const limitReached = (last: Date, now: Date) =>
  new ApiError('offer_limit_reached', {
    retryAfterSeconds: (last.getTime() + DAY_MS - now.getTime()) / 1000,
  });

/** Throws 429 when today's offers of this student are used up. */
export async function refuseOverQuota({ db, clock }: Deps, userId: string): Promise<void> {
  const last = (await quotas(db).findById(userId).lean())?.sentAt[LIMITS.offersPerDay - 1];
  const now = clock.now();
  if (last && last.getTime() > now.getTime() - DAY_MS) throw limitReached(last, now);
}

/** Counts one offer of this student, in one conditional write. Throws 429 when today's are used up; `giveBack` undoes it. */
export async function countOffer(
  { db, clock }: Deps,
  userId: string,
): Promise<{ giveBack(): Promise<void> }> {
  const now = clock.now();
  const oldest = `sentAt.${LIMITS.offersPerDay - 1}`;
  try {
    await quotas(db).updateOne(
      {
        _id: userId,
        $or: [
          { [oldest]: trusted({ $exists: false }) },
          { [oldest]: trusted({ $lte: new Date(now.getTime() - DAY_MS) }) },
        ],
      },
      {
        $push: { sentAt: { $each: [now], $position: 0, $slice: LIMITS.offersPerDay } },
        $set: { staleAt: new Date(now.getTime() + DAY_MS) },
      },
      { upsert: true },
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const sent = await quotas(db).findById(userId).lean();
    const last = sent?.sentAt[LIMITS.offersPerDay - 1];
    if (!last) return countOffer({ db, clock } as Deps, userId);
    throw limitReached(last, now);
  }
  return {
    async giveBack() {
      await quotas(db).updateOne({ _id: userId }, { $pull: { sentAt: now } });
    },
  };
}
