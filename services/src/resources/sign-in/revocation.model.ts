import { modelOf } from '../../infra/model-of';

/** A deleted account or ended session of a hosted project, recorded while its tokens and links may still exist. */
export interface Revocation {
  /** Keyed hash of the id of the user or session. */
  _id: string;
  /** Tokens are refused whose code was entered up to this time. */
  before: Date;
}

/** Longer than any project's access tokens live (at most a week). */
const KEPT_SECONDS = 8 * 24 * 60 * 60;

export const revocations = modelOf<Revocation>('AuthRevocation', 'auth_revocations', {
  _id: { type: String, required: true },
  before: { type: Date, required: true, expires: KEPT_SECONDS },
});
