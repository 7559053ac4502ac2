import type { DateSignal } from '@flint/contracts';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';

/** One person's note to the other about an agreed date. */
export interface DateNote {
  /** `<offer id>:<user id>` */
  _id: string;
  offerId: string;
  userId: string;
  /** How this person can be recognized; sealed. */
  line: string | null;
  signals: { kind: DateSignal; at: Date }[];
  expiresAt: Date;
}

const schema = new Schema<DateNote>(
  {
    _id: { type: String, required: true },
    offerId: { type: String, required: true, index: true },
    userId: { type: String, required: true, index: true },
    line: { type: String, default: null },
    signals: {
      type: [
        new Schema(
          { kind: { type: String, required: true }, at: { type: Date, required: true } },
          { _id: false },
        ),
      ],
      default: [],
    },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'offer_date_notes' },
);

export const dateNotes = (db: Connection) =>
  (db.models.OfferDateNote as Model<DateNote>) ?? db.model<DateNote>('OfferDateNote', schema);

/** Erases both notes of a date that was called off. */
export async function forgetDate(
  { db }: { readonly db: Connection },
  offerId: string,
  session: ClientSession,
): Promise<void> {
  await dateNotes(db).deleteMany({ offerId }, { session });
}
