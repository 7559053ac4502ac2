import { LIMITS } from '@flint/contracts';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { ApiError } from '../../http/api-error';
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

/** Throws 429 when today's offers of this student are used up; the times of the others. */
async function sentBy({ db, clock }: Deps, userId: string, session: ClientSession | null): Promise<Date[]> {
  const sent = (await quotas(db).findById(userId).session(session).lean())?.sentAt ?? [];
  const last = sent[LIMITS.offersPerDay - 1];
  const freeAt = (last?.getTime() ?? 0) + DAY_MS;
  const now = clock.now().getTime();
  if (freeAt > now) throw new ApiError('offer_limit_reached', { retryAfterSeconds: (freeAt - now) / 1000 });
  return sent;
}

/** Throws 429 when today's offers of this student are used up. */
export const refuseOverQuota = async (deps: Deps, userId: string): Promise<void> =>
  void (await sentBy(deps, userId, null));

/** Counts one offer of this student, as part of a transaction. Throws 429 when today's are used up. */
export async function countOffer(deps: Deps, userId: string, session: ClientSession): Promise<void> {
  const sent = await sentBy(deps, userId, session);
  const now = deps.clock.now();
  await quotas(deps.db).updateOne(
    { _id: userId },
    {
      $set: {
        sentAt: [now, ...sent].slice(0, LIMITS.offersPerDay),
        staleAt: new Date(now.getTime() + DAY_MS),
      },
    },
    { upsert: true, session },
  );
}
