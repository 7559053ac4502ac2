import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';
import type { RoundFigures } from '../../matching/round/index';

/** The published part of a round. */
export interface ReadyRound {
  attempt: number;
  /** The time zone of the round. */
  timezone: string;
  /** When the snapshot was taken. */
  takenAt: Date;
  readyAt: Date;
  figures: RoundFigures;
}

/** The round of a day; `_id` is that day on the university's clock, counted from 04:00. */
export interface RoundDocument {
  _id: string;
  /** Number of the attempt that owns the rows and lists; those of a crashed attempt are never read. */
  attempt: number;
  /** Attempts since the last success. */
  unfinished: number;
  /** The process that makes it, and the end of its lease. */
  holder: string;
  until: Date;
  /** When the operators were notified of a failure. */
  toldAt: Date | null;
  /** Null until the lists are published, all at once. */
  ready: ReadyRound | null;
}

export const rounds = modelOf<RoundDocument>('MatchRound', 'match_rounds', {
  _id: { type: String, required: true },
  attempt: { type: Number, required: true },
  unfinished: { type: Number, required: true },
  holder: { type: String, required: true },
  until: { type: Date, required: true },
  toldAt: { type: Date, default: null },
  ready: { type: Schema.Types.Mixed, default: null },
});

/** A sealed part of a round: a chunk of the snapshot, a chunk of the history, one joiner's row, or one joiner's firm noes. */
export interface PieceDocument {
  /** `<round>/rows/<number>`, `<round>/past/<number>`, `<round>/joined/<mark>` or `<round>/firm/<mark>` */
  _id: string;
  round: string;
  /** Set for a joiner's row. */
  joinedAt: Date | null;
  bytes: Buffer;
}

export const pieces = modelOf<PieceDocument>(
  'MatchPiece',
  'match_pieces',
  {
    _id: { type: String, required: true },
    round: { type: String, required: true },
    joinedAt: { type: Date, default: null },
    bytes: { type: Buffer, required: true },
  },
  { indexes: [[{ round: 1, joinedAt: 1 }]] },
);

/** A student's list in a round, sealed. */
export interface ListDocument {
  /** `<round>/<mark of the mailbox>` */
  _id: string;
  round: string;
  /** When the student first looked at it. */
  lookedAt: Date | null;
  /** The joiner up to which a short list has been extended. */
  joinedUntil: Date;
  bytes: Buffer;
}

export const lists = modelOf<ListDocument>('MatchList', 'match_lists', {
  _id: { type: String, required: true },
  round: { type: String, required: true, index: true },
  lookedAt: { type: Date, default: null },
  joinedUntil: { type: Date, required: true },
  bytes: { type: Buffer, required: true },
});
