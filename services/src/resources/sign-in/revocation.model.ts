import { Schema, type Connection, type Model } from 'mongoose';

/** An account that was deleted, or a session that was ended, while tokens and links of it may still be about. */
export interface Revocation {
  /** Keyed hash of the id of the user or session. */
  _id: string;
  /** Tokens issued up to then count no more. */
  before: Date;
}

/** Longer than any project's access tokens live (a week at most). */
const KEPT_SECONDS = 8 * 24 * 60 * 60;

const schema = new Schema<Revocation>(
  {
    _id: { type: String, required: true },
    before: { type: Date, required: true, expires: KEPT_SECONDS },
  },
  { versionKey: false, collection: 'auth_revocations' },
);

export const revocations = (db: Connection) =>
  (db.models.AuthRevocation as Model<Revocation>) ?? db.model<Revocation>('AuthRevocation', schema);
