import { Schema, type Connection, type Model } from 'mongoose';

/** 'Not for me': one student does not want another suggested again. */
export interface HideDocument {
  _id: string;
  userId: string;
  hiddenId: string;
  createdAt: Date;
}

const hideSchema = new Schema<HideDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    hiddenId: { type: String, required: true, index: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'match_hides' },
);

/** Whom a student looks for, as it stood at the first look of a day; `_id` is the user id. */
export interface FilterDocument {
  _id: string;
  /** Calendar date on the university's clock. */
  day: string;
  answers: Record<string, unknown>;
}

const filterSchema = new Schema<FilterDocument>(
  {
    _id: { type: String, required: true },
    day: { type: String, required: true },
    answers: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, collection: 'match_filters' },
);

export const hides = (db: Connection): Model<HideDocument> =>
  (db.models.MatchHide as Model<HideDocument> | undefined) ?? db.model<HideDocument>('MatchHide', hideSchema);

export const filters = (db: Connection): Model<FilterDocument> =>
  (db.models.MatchFilter as Model<FilterDocument> | undefined) ??
  db.model<FilterDocument>('MatchFilter', filterSchema);
