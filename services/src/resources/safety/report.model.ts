import type { ReportType } from '@flint/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

/** What the offer said when it was reported: the other side cannot change it afterwards. */
export interface Evidence {
  proposedDate: Date;
  location: string;
  activity: string;
  message: string | null;
}

export interface Decision {
  outcome: 'upheld' | 'dismissed';
  note: string;
  decidedAt: Date;
}

export interface Report {
  offerId: string;
  /** A student's id, or a pseudonym once that account was deleted. */
  reporterId: string;
  reportedId: string;
  reportType: ReportType;
  description: string;
  evidence: Evidence;
  decision: Decision | null;
  createdAt: Date;
}

const schema = new Schema<Report>(
  {
    offerId: { type: String, required: true },
    reporterId: { type: String, required: true },
    reportedId: { type: String, required: true, index: true },
    reportType: { type: String, required: true },
    description: { type: String, required: true },
    evidence: {
      type: new Schema<Evidence>(
        {
          proposedDate: { type: Date, required: true },
          location: { type: String, required: true },
          activity: { type: String, required: true },
          message: { type: String, default: null },
        },
        { _id: false },
      ),
      required: true,
    },
    decision: {
      type: new Schema<Decision>(
        {
          outcome: { type: String, required: true },
          note: { type: String, default: '' },
          decidedAt: { type: Date, required: true },
        },
        { _id: false },
      ),
      default: null,
    },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'safety_reports' },
);
// one report per offer and reporter (decisions, Report)
schema.index({ offerId: 1, reporterId: 1 }, { unique: true });
schema.index({ decision: 1, createdAt: 1 });

export const reports = (db: Connection) =>
  (db.models.SafetyReport as Model<Report>) ?? db.model<Report>('SafetyReport', schema);
