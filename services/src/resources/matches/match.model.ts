import type { MatchBand } from '@flint/contracts';
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

/** A day's ranking of one student. */
export interface HeldList {
  /** Answers given when it was made; more of them make a new one. */
  answered: number;
  hadWeek: boolean;
  /** Best first, with a reserve for who drops out. */
  people: { id: string; band: MatchBand }[];
}

/** What stands for a student from their first look of a day to the end of it; `_id` is the user id. */
export interface HeldDay {
  _id: string;
  /** Calendar date on the university's clock. */
  day: string;
  /** Whom the student looks for; sealed in the database. */
  answers: Record<string, unknown>;
  /** Absent while there are too few people to fill a list. */
  list?: HeldList;
}

const heldSchema = new Schema<HeldDay>(
  {
    _id: { type: String, required: true },
    day: { type: String, required: true, index: true },
    answers: { type: Schema.Types.Mixed, required: true },
    list: { type: Schema.Types.Mixed },
  },
  { versionKey: false, collection: 'match_days' },
);

export const hides = (db: Connection): Model<HideDocument> =>
  (db.models.MatchHide as Model<HideDocument> | undefined) ?? db.model<HideDocument>('MatchHide', hideSchema);

export const heldDays = (db: Connection): Model<HeldDay> =>
  (db.models.MatchDay as Model<HeldDay> | undefined) ?? db.model<HeldDay>('MatchDay', heldSchema);
