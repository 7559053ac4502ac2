import { modelOf } from '../../infra/model-of';

/** Why two students are kept apart. */
export type Reason =
  | 'block'
  | 'report'
  | 'not_for_me'
  | 'decline'
  | 'withdrawn'
  | 'expired'
  | 'called_off'
  | 'met'
  | 'hidden_address';

/** What one student did so that they and another one do not meet. It names two mailboxes, so it outlives their accounts. */
export interface PairApart {
  /** Both marks and the reason: one record each. */
  _id: string;
  /** The mark of the mailbox of the student who acted; after an attempt without a date, of the one who may still ask. */
  by: string;
  /** The mark of the other's mailbox. */
  about: string;
  reason: Reason;
  /** For a block or report: the other's name on that day, sealed; empty before there is a profile, null once the blocked account has left. Absent in older records. */
  name?: string | null;
  /** The student named an account that had left when its mailbox had another one: what the two have stays, and the list of that day. */
  isEarlier?: true;
  createdAt: Date;
  expiresAt?: Date | null;
}

export const pairsApart = modelOf<PairApart>(
  'PairApart',
  'pairs_apart',
  {
    _id: { type: String, required: true },
    by: { type: String, required: true, index: true },
    about: { type: String, required: true, index: true },
    reason: { type: String, required: true },
    name: { type: String },
    isEarlier: { type: Boolean },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, expires: 0 },
  },
  { isProtective: true },
);

/**
 * The mark of a student's own mailbox; `_id` is the user id, or its keyed hash once the account is deleted. In the journal, because what it has by
 * user id leads to the mailbox of an account that is younger than a restored backup.
 */
export interface ContactMark {
  _id: string;
  mark: string;
  /** Set when the account is deleted: until then a block or report of the old id still reaches the mailbox. */
  leftUntil?: Date;
}

export const contactMarks = modelOf<ContactMark>(
  'ContactMark',
  'contact_marks',
  {
    _id: { type: String, required: true },
    mark: { type: String, required: true, index: true },
    leftUntil: { type: Date, expires: 0 },
  },
  { isProtective: true },
);
