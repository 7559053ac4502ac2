import { modelOf } from '../../infra/model-of';

/** The second factor of an operator of the desk. */
export interface DeskFactor {
  /** Name of the operator. */
  _id: string;
  /** Secret of the authenticator; sealed. */
  secret: string;
  /** The newest time step used; codes of this and older steps are refused. */
  lastStep: number;
  createdAt: Date;
}

export const deskFactors = modelOf<DeskFactor>(
  'DeskFactor',
  'desk_factors',
  {
    _id: { type: String, required: true },
    secret: { type: String, required: true },
    lastStep: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { isProtective: true },
);

/** An operator's session at the desk. */
export interface DeskSessionRecord {
  /** Keyed hash of the cookie. */
  _id: string;
  operator: string;
  /** code: only the mailed code was entered; the second factor is still required. */
  stage: 'code' | 'full';
  /** A second factor that was shown but not confirmed; sealed. */
  pending: string | null;
  createdAt: Date;
  seenAt: Date;
  expiresAt: Date;
}

export const deskSessions = modelOf<DeskSessionRecord>('DeskSession', 'desk_sessions', {
  _id: { type: String, required: true },
  operator: { type: String, required: true, index: true },
  stage: { type: String, required: true },
  pending: { type: String, default: null },
  createdAt: { type: Date, required: true },
  seenAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true, expires: 0 },
});
