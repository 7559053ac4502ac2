import { Schema, type Connection, type Model } from 'mongoose';

/** The second factor of an operator who uses the desk. */
export interface DeskFactor {
  /** Name of the operator. */
  _id: string;
  /** Secret of the authenticator; sealed. */
  secret: string;
  /** The newest time step a code was used of: that one and older ones are refused. */
  lastStep: number;
  createdAt: Date;
}

const factor = new Schema<DeskFactor>(
  {
    _id: { type: String, required: true },
    secret: { type: String, required: true },
    lastStep: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'desk_factors' },
);

export const deskFactors = (db: Connection) =>
  (db.models.DeskFactor as Model<DeskFactor>) ?? db.model<DeskFactor>('DeskFactor', factor);

/** An operator's session at the desk. */
export interface DeskSessionRecord {
  /** Keyed hash of the cookie. */
  _id: string;
  operator: string;
  /** code: the mailed code only, which may do nothing but the second factor. */
  stage: 'code' | 'full';
  /** A second factor that was shown and not confirmed yet; sealed. */
  pending: string | null;
  createdAt: Date;
  seenAt: Date;
  expiresAt: Date;
}

const session = new Schema<DeskSessionRecord>(
  {
    _id: { type: String, required: true },
    operator: { type: String, required: true, index: true },
    stage: { type: String, required: true },
    pending: { type: String, default: null },
    createdAt: { type: Date, required: true },
    seenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'desk_sessions' },
);

export const deskSessions = (db: Connection) =>
  (db.models.DeskSession as Model<DeskSessionRecord>) ?? db.model<DeskSessionRecord>('DeskSession', session);
