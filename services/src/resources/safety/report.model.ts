import type { Measure, ReportReason } from '@flint/contracts';
import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';

/** Who wrote a text of an offer: the student who reports it, or the person it is about. Null if that account had left, and in reports of older versions, which did not store it. */
export type Author = 'reporter' | 'about' | null;

/** A copy of an offer that a report names. */
export interface OfferEvidence {
  offerId: string | null;
  by: Author;
  proposedDate: Date | string;
  location: string;
  /** Who wrote the place: a counter-offer keeps that of the offer before. */
  placeBy: Author;
  activity: string;
  message: string | null;
  /** What the other one answered. */
  reply: string | null;
  status: string | null;
}

/** A copy of the card and the offers at the time of the report, which the reported person cannot change. */
export interface Evidence {
  /** Displayed name and age of the reported person, until that account is deleted. */
  name?: string;
  age?: number | null;
  /** One entry per offer that the reporter named. */
  offers: OfferEvidence[];
}

/** What an offer evidence of older versions was: one offer, beside the card. */
export type EarlierEvidence = Omit<Evidence, 'offers'> &
  Partial<Pick<OfferEvidence, 'proposedDate' | 'location' | 'activity' | 'message' | 'status'>>;

/** upheld: it probably happened; dismissed: it did not, or nobody can know; false: knowingly made up. */
export type Outcome = 'upheld' | 'dismissed' | 'false';

export interface Appeal {
  /** Sealed in the database. */
  text: string;
  createdAt: Date;
  outcome: 'upheld' | 'overturned' | null;
  decidedBy: string | null;
  decidedAt: Date | null;
}

export interface Decision {
  outcome: Outcome;
  measure: Measure | 'none';
  until: Date | null;
  /** The text the person receives. Sealed in the database. */
  reason: string;
  /** For operators only. */
  note: string;
  decidedBy: string;
  /** The second operator, for a ban. */
  approvedBy: string | null;
  decidedAt: Date;
  appeal: Appeal | null;
}

/** A ban that waits for a second operator. */
export interface Proposal {
  by: string;
  at: Date;
  /** The text the person receives if it is approved. Sealed in the database. */
  reason: string;
  /** For operators only. */
  note: string;
}

export interface Report {
  /** One report per key and reporter. The key is an offer, or the account that was named until the report is decided. */
  key: string;
  offerId: string | null;
  /** A student's id, or a pseudonym after that account was deleted. */
  reporterId: string;
  reportedId: string;
  /** Whether the account is deleted that the reporter named: their list of reports then shows no name, also after a return. */
  isUnnamed: boolean;
  /** The gravest of the reasons. */
  reportType: ReportReason;
  /** All reasons that the reporter gave. Absent in older reports, which have one. */
  reasons?: ReportReason[];
  /** Sealed in the database, like the evidence. */
  description: string;
  evidence: Evidence;
  decision: Decision | null;
  proposal: Proposal | null;
  /** Until when the first proposal that was sent back suspended the person; absent before, and in older reports. */
  heldUntil?: Date;
  createdAt: Date;
  /** When the report and its evidence are deleted. */
  expiresAt: Date;
}

/** The stored form: description, evidence and the texts of a decision are sealed. */
export interface StoredReport extends Omit<Report, 'evidence'> {
  evidence: unknown;
}

const appeal = new Schema<Appeal>(
  {
    text: { type: String, required: true },
    createdAt: { type: Date, required: true },
    outcome: { type: String, default: null },
    decidedBy: { type: String, default: null },
    decidedAt: { type: Date, default: null },
  },
  { _id: false },
);

const decision = new Schema<Decision>(
  {
    outcome: { type: String, required: true },
    measure: { type: String, default: 'none' },
    until: { type: Date, default: null },
    reason: { type: String, default: '' },
    note: { type: String, default: '' },
    decidedBy: { type: String, default: '' },
    approvedBy: { type: String, default: null },
    decidedAt: { type: Date, required: true },
    appeal: { type: appeal, default: null },
  },
  { _id: false },
);

const proposal = new Schema<Proposal>(
  {
    by: { type: String, required: true },
    at: { type: Date, required: true },
    reason: { type: String, required: true },
    note: { type: String, default: '' },
  },
  { _id: false },
);

export const reports = modelOf<StoredReport>(
  'SafetyReport',
  'safety_reports',
  {
    key: { type: String, required: true },
    offerId: { type: String, default: null },
    reporterId: { type: String, required: true, index: true },
    reportedId: { type: String, required: true, index: true },
    isUnnamed: { type: Boolean, default: false },
    reportType: { type: String, required: true },
    reasons: { type: [String], default: undefined },
    // a serious reason needs no description; a sealed empty text is not empty
    description: { type: String, required: true },
    evidence: { type: Schema.Types.Mixed, required: true },
    decision: { type: decision, default: null },
    proposal: { type: proposal, default: null },
    heldUntil: { type: Date },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  {
    indexes: [[{ reporterId: 1, key: 1 }, { unique: true }], [{ decision: 1, createdAt: 1 }]],
    isProtective: true,
  },
);

/** What reports of a student write, so that each is counted before the next, and what a date of birth and an age hold write, so that one sees the other. */
interface Turn {
  _id: string;
  turn: number;
  until: Date;
}

export const turns = modelOf<Turn>('SafetyTurn', 'safety_turns', {
  _id: { type: String, required: true },
  turn: { type: Number, required: true },
  until: { type: Date, required: true, expires: 0 },
});
