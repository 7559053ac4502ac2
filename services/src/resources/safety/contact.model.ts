import { Schema, type Connection, type Model } from 'mongoose';

/** One student does not want to be suggested to the holder of an address, nor the other way round. */
export interface HiddenContact {
  _id: string;
  userId: string;
  /** Keyed hash of the address; the address is not kept. */
  mark: string;
}

const hidden = new Schema<HiddenContact>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    mark: { type: String, required: true, index: true },
  },
  { versionKey: false, collection: 'hidden_contacts' },
);

/** The mark of each student's own address; `_id` is the user id. */
export interface ContactMark {
  _id: string;
  mark: string;
}

const own = new Schema<ContactMark>(
  { _id: { type: String, required: true }, mark: { type: String, required: true, index: true } },
  { versionKey: false, collection: 'contact_marks' },
);

export const hiddenContacts = (db: Connection) =>
  (db.models.HiddenContact as Model<HiddenContact>) ?? db.model<HiddenContact>('HiddenContact', hidden);

export const contactMarks = (db: Connection) =>
  (db.models.ContactMark as Model<ContactMark>) ?? db.model<ContactMark>('ContactMark', own);
