import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';
import { COLUMNS } from './round-fields';
import type { HistoryEntry, Round, Thread } from './thread';

/** A thread as stored, with additional fields for queries and unique indexes. */
export interface StoredThread extends Omit<Thread, 'id'> {
  _id: string;
  participants: string[];
  /** Offers of the thread, to find it by any of them. */
  roundIds: string[];
  /** Both ids in order while an offer is open; the unique index allows a pair one open offer, in either direction. */
  openPair?: string;
  /** When it changes by itself: a date completes, an offer ends. */
  endsAt?: Date;
  /** When the next reminder of this thread is due. */
  noticeAt?: Date;
}

const optional = { type: String, default: null };
const round = new Schema<Round>(
  { ...COLUMNS, by: { type: String, required: true } },
  { _id: false, id: false },
);
const left = new Schema(
  { id: { type: String, required: true }, until: { type: Date, required: true } },
  { _id: false, id: false },
);
const entry = new Schema<HistoryEntry>(
  {
    at: { type: Date, required: true },
    by: { type: String, required: true },
    step: { type: String, required: true },
    roundId: { type: String, required: true },
  },
  { _id: false },
);

export const threads = modelOf<StoredThread>(
  'OfferThread',
  'offer_threads',
  {
    _id: { type: String, required: true },
    initiatorId: optional,
    inviteeId: optional,
    left: { type: left, default: undefined },
    participants: { type: [String], required: true, index: true },
    roundIds: { type: [String], required: true, index: true },
    openPair: { type: String },
    endsAt: { type: Date, index: { sparse: true } },
    withdrawAt: { type: Date },
    noticeAt: { type: Date, index: { sparse: true } },
    rounds: { type: [round], required: true },
    sequence: { type: Number, required: true },
    history: { type: [entry], required: true },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true, index: true },
  },
  {
    indexes: [
      [{ openPair: 1 }, { unique: true, partialFilterExpression: { openPair: { $exists: true } } }],
      [{ initiatorId: 1, inviteeId: 1 }],
    ],
  },
);
