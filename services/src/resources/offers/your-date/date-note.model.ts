import type { DateSignal } from '@flint/contracts';
import { Schema, type ClientSession, type Connection } from 'mongoose';
import { modelOf } from '../../../infra/model-of';

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

const signal = new Schema(
  { kind: { type: String, required: true }, at: { type: Date, required: true } },
  { _id: false },
);

export const dateNotes = modelOf<DateNote>('OfferDateNote', 'offer_date_notes', {
  _id: { type: String, required: true },
  offerId: { type: String, required: true, index: true },
  userId: { type: String, required: true, index: true },
  line: { type: String, default: null },
  signals: { type: [signal], default: [] },
  expiresAt: { type: Date, required: true, expires: 0 },
});

/** Erases both notes of a date that was called off. */
export async function eraseNotesOfDate(
  { db }: { readonly db: Connection },
  offerId: string,
  session: ClientSession,
): Promise<void> {
  await dateNotes(db).deleteMany({ offerId }, { session });
}
