import { modelOf } from '../../infra/model-of';

/** A person who reads and decides reports. */
export interface Operator {
  /** The name in lower case, so that two spellings are one operator. */
  _id: string;
  salt: string;
  /** scrypt of the secret. */
  hash: string;
  createdAt: Date;
}

export const operators = modelOf<Operator>(
  'SafetyOperator',
  'safety_operators',
  {
    _id: { type: String, required: true },
    salt: { type: String, required: true },
    hash: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { isProtective: true },
);

/** One act of an operator, chained to the previous one. */
export interface LogRow {
  /** 1, 2, 3 ... */
  _id: number;
  at: Date;
  operator: string;
  act: string;
  /** Id of the report; empty for a list. */
  about: string;
  /** Why an operator opened sealed data, in the operator's words. Sealed; absent in most rows. */
  reason?: string;
  /** Keyed hash of this row and of the previous hash. */
  hash: string;
}

export const logRows = modelOf<LogRow>(
  'SafetyLog',
  'safety_log',
  {
    _id: { type: Number, required: true },
    at: { type: Date, required: true },
    operator: { type: String, required: true },
    act: { type: String, required: true },
    about: { type: String, default: '' },
    reason: { type: String },
    hash: { type: String, required: true },
  },
  { isProtective: true },
);

/** The number of the last row, stored apart from the log, so that rows cut off at its end are noticed. */
export interface LogEnd {
  _id: string;
  row: number;
  hash: string;
}

export const logEnds = modelOf<LogEnd>(
  'SafetyLogEnd',
  'safety_log_ends',
  {
    _id: { type: String, required: true },
    row: { type: Number, required: true },
    hash: { type: String, required: true },
  },
  { isProtective: true },
);
