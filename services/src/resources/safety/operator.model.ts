import { Schema, type Connection, type Model } from 'mongoose';

/** Somebody who reads and decides reports. */
export interface Operator {
  /** The name, in small letters: two spellings are one person. */
  _id: string;
  salt: string;
  /** scrypt of the secret. */
  hash: string;
  createdAt: Date;
}

const operator = new Schema<Operator>(
  {
    _id: { type: String, required: true },
    salt: { type: String, required: true },
    hash: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'safety_operators' },
);

export const operators = (db: Connection) =>
  (db.models.SafetyOperator as Model<Operator>) ?? db.model<Operator>('SafetyOperator', operator);

/** One thing an operator did, chained to the one before. */
export interface LogRow {
  /** 1, 2, 3 ... */
  _id: number;
  at: Date;
  operator: string;
  act: string;
  /** Id of the report; empty for a list. */
  about: string;
  /** Why something sealed was shown, in the operator's words. Sealed in the database; absent in most rows. */
  reason?: string;
  /** Keyed hash of this row and of the hash before it. */
  hash: string;
}

const row = new Schema<LogRow>(
  {
    _id: { type: Number, required: true },
    at: { type: Date, required: true },
    operator: { type: String, required: true },
    act: { type: String, required: true },
    about: { type: String, default: '' },
    reason: { type: String },
    hash: { type: String, required: true },
  },
  { versionKey: false, collection: 'safety_log' },
);

export const logRows = (db: Connection) =>
  (db.models.SafetyLog as Model<LogRow>) ?? db.model<LogRow>('SafetyLog', row);

/** How far the log had got, apart from it: rows cut off at its end are missed. */
export interface LogEnd {
  _id: string;
  row: number;
  hash: string;
}

const end = new Schema<LogEnd>(
  {
    _id: { type: String, required: true },
    row: { type: Number, required: true },
    hash: { type: String, required: true },
  },
  { versionKey: false, collection: 'safety_log_ends' },
);

export const logEnds = (db: Connection) =>
  (db.models.SafetyLogEnd as Model<LogEnd>) ?? db.model<LogEnd>('SafetyLogEnd', end);
