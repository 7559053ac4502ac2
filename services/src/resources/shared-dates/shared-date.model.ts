import { modelOf } from '../../infra/model-of';

/** A link to an agreed date; `_id` is the hash of its token, which is not stored. */
export interface SharedDate {
  _id: string;
  userId: string;
  offerId: string;
  expiresAt: Date;
}

export const sharedDates = modelOf<SharedDate>(
  'SharedDate',
  'shared_dates',
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    offerId: { type: String, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { isProtective: true },
);
