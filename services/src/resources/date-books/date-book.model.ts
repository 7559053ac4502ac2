import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';

export interface AgreedTime {
  offerId: string;
  start: Date;
}

/**
 * The agreed times and the sent offers of one student. Every write of an offer writes the books of both people, so that two transactions
 * about one student conflict and the later one decides again.
 */
export interface DateBook {
  /** The keyed mark of the mailbox: the count of a day outlives the account. */
  _id: string;
  dates: AgreedTime[];
  /** When this student sent offers, newest first, as many as a day allows. */
  sentAt: Date[];
  /** Rises with every write: a write that changes nothing else still conflicts. */
  version: number;
  staleAt: Date;
}

const agreed = new Schema<AgreedTime>(
  { offerId: { type: String, required: true }, start: { type: Date, required: true } },
  { _id: false },
);

export const dateBooks = modelOf<DateBook>('DateBook', 'date_books', {
  _id: { type: String, required: true },
  dates: { type: [agreed], required: true },
  sentAt: { type: [Date], required: true },
  version: { type: Number, required: true },
  staleAt: { type: Date, required: true, expires: 0 },
});
