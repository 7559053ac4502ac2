import type { Measure, ReportReason } from '@flint/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

/** One upheld report that had a consequence. */
export interface Strike {
  reportId: string;
  measure: Measure;
  reason: ReportReason;
  at: Date;
  /** End of a suspension; null for a warning and for a ban. */
  until: Date | null;
  /** Taken back after an appeal: counts no more. */
  lifted: boolean;
}

/** A ban that waits for a second operator keeps from dates meanwhile. */
export interface ProposalHold {
  reportId: string;
  until: Date;
}

/** What keeps a student from being suggested; `_id` is the user id, or the mark of an account that is gone. */
export interface StandingRecord {
  _id: string;
  pausedAt: Date | null;
  restrictedUntil: Date | null;
  /** Since when a date of birth under 18 waits for the safety team. */
  heldAt: Date | null;
  proposals: ProposalHold[];
  strikes: Strike[];
  /** Reports of this student that were found to be knowingly false. */
  falseReports: number;
  /** Set once the account is gone, unless it was banned: after that nothing of it is needed. */
  expiresAt?: Date;
}

const schema = new Schema<StandingRecord>(
  {
    _id: { type: String, required: true },
    pausedAt: { type: Date, default: null, index: true },
    restrictedUntil: { type: Date, default: null, index: true },
    heldAt: { type: Date, default: null },
    proposals: {
      type: [
        new Schema<ProposalHold>(
          { reportId: { type: String, required: true }, until: { type: Date, required: true } },
          { _id: false },
        ),
      ],
      default: [],
    },
    strikes: {
      type: [
        new Schema<Strike>(
          {
            reportId: { type: String, required: true },
            measure: { type: String, required: true },
            reason: { type: String, required: true },
            at: { type: Date, required: true },
            until: { type: Date, default: null },
            lifted: { type: Boolean, default: false },
          },
          { _id: false },
        ),
      ],
      default: [],
    },
    falseReports: { type: Number, default: 0 },
    expiresAt: { type: Date, expires: 0 },
  },
  { versionKey: false, collection: 'safety_standings' },
);

export const standings = (db: Connection) =>
  (db.models.SafetyStanding as Model<StandingRecord>) ?? db.model<StandingRecord>('SafetyStanding', schema);
