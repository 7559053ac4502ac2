import { modelOf } from '../../infra/model-of';

/** When one student sent offers, newest first, as many as a day allows. */
interface SentToday {
  _id: string;
  sentAt: Date[];
  staleAt: Date;
}

export const quotas = modelOf<SentToday>('OfferQuota', 'offer_quotas', {
  _id: { type: String, required: true },
  sentAt: { type: [Date], required: true },
  staleAt: { type: Date, required: true, expires: 0 },
});
