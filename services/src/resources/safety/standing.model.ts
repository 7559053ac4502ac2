import type { Measure, ReportReason } from '@flint/contracts';
import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';

/** The consequence of an upheld report. */
export interface Strike {
  reportId: string;
  measure: Measure;
  reason: ReportReason;
  at: Date;
  /** End of a suspension; null for a warning and for a ban. */
  until: Date | null;
  /** Lifted after an appeal: no longer counts. */
  lifted: boolean;
}

/** A ban that waits for a second operator; dates are suspended meanwhile. */
export interface ProposalHold {
  reportId: string;
  until: Date;
}

/** A student's restrictions; `_id` is the user id, or the mark of a deleted account. */
export interface StandingRecord {
  _id: string;
  pausedAt: Date | null;
  restrictedUntil: Date | null;
  /** Since when a date of birth under 18 waits for the safety team. */
  heldAt: Date | null;
  proposals: ProposalHold[];
  strikes: Strike[];
  /** This student's reports that were found to be knowingly false. */
  falseReports: number;
  /** Set when the account is deleted, unless it was banned. */
  expiresAt?: Date;
}

export const standings = modelOf<StandingRecord>(
  'SafetyStanding',
  'safety_standings',
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
  { isProtective: true },
);
