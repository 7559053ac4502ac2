import { Schema, type Connection, type Model } from 'mongoose';

/** A link to an agreed date; `_id` is the hash of what the link says, which is not kept. */
export interface SharedDate {
  _id: string;
  userId: string;
  offerId: string;
  expiresAt: Date;
}

const schema = new Schema<SharedDate>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    offerId: { type: String, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'shared_dates' },
);

export const sharedDates = (db: Connection) =>
  (db.models.SharedDate as Model<SharedDate>) ?? db.model<SharedDate>('SharedDate', schema);
