import { Schema, type Connection, type Model } from 'mongoose';
import type { RoundFigures } from '../../matching/round/index';

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

/** What is in force of a round. */
export interface ReadyRound {
  attempt: number;
  /** The zone whose clock it goes by. */
  timezone: string;
  /** The instant its snapshot was taken. */
  takenAt: Date;
  readyAt: Date;
  figures: RoundFigures;
}

/** A day's matching; `_id` is the day on the university's clock, from four in the morning on. */
export interface RoundDocument {
  _id: string;
  /** Rows and lists belong to one attempt: those of one that crashed are never seen. */
  attempt: number;
  /** Attempts begun since the last that succeeded. */
  unfinished: number;
  /** Who makes it, and until when that counts without a sign of life. */
  holder: string;
  until: Date;
  /** When the operators were told that it fails. */
  toldAt: Date | null;
  /** Null until its lists are visible, from one moment to the next. */
  ready: ReadyRound | null;
}

const roundSchema = new Schema<RoundDocument>(
  {
    _id: { type: String, required: true },
    attempt: { type: Number, required: true },
    unfinished: { type: Number, required: true },
    holder: { type: String, required: true },
    until: { type: Date, required: true },
    toldAt: { type: Date, default: null },
    ready: { type: Schema.Types.Mixed, default: null },
  },
  { versionKey: false, collection: 'match_rounds' },
);

/** A sealed piece of what matching knows in a round: part of the snapshot, of how students fared so far, or one joiner's row. */
export interface PieceDocument {
  /** `<round>/rows/<number>`, `<round>/past/<number>` or `<round>/joined/<mark>` */
  _id: string;
  round: string;
  /** Set for a joiner. */
  joinedAt: Date | null;
  bytes: Buffer;
}

const pieceSchema = new Schema<PieceDocument>(
  {
    _id: { type: String, required: true },
    round: { type: String, required: true },
    joinedAt: { type: Date, default: null },
    bytes: { type: Buffer, required: true },
  },
  { versionKey: false, collection: 'match_pieces' },
);
pieceSchema.index({ round: 1, joinedAt: 1 });

/** A student's list in a round, sealed. */
export interface ListDocument {
  /** `<round>/<mark of the mailbox>` */
  _id: string;
  round: string;
  /** When it was first looked at. */
  lookedAt: Date | null;
  /** Up to which joiner a short list has been extended. */
  joinedUntil: Date;
  bytes: Buffer;
}

const listSchema = new Schema<ListDocument>(
  {
    _id: { type: String, required: true },
    round: { type: String, required: true, index: true },
    lookedAt: { type: Date, default: null },
    joinedUntil: { type: Date, required: true },
    bytes: { type: Buffer, required: true },
  },
  { versionKey: false, collection: 'match_lists' },
);

const modelOf =
  <T>(name: string, schema: Schema<T>) =>
  (db: Connection): Model<T> =>
    (db.models[name] as Model<T> | undefined) ?? db.model<T>(name, schema);

export const hides = modelOf('MatchHide', hideSchema);
export const rounds = modelOf('MatchRound', roundSchema);
export const pieces = modelOf('MatchPiece', pieceSchema);
export const lists = modelOf('MatchList', listSchema);
