import { Schema, type Connection, type Model } from 'mongoose';

export interface Session {
  /** UUID; `session_id` of its access tokens. */
  _id: string;
  userId: string;
  /** How often it was refreshed: the active refresh token is the one that says this number. */
  counter: number;
  refreshedAt: Date;
  createdAt: Date;
  /** Keyed hash of the name the browser keeps in a cookie; null for a client that keeps none. */
  device: string | null;
  /** The counter whose lost answer was given again; null while none was. */
  repeatedAt: number | null;
  /** Names of the browser and the system that signed in; null where it did not say. */
  browser: string | null;
  system: string | null;
}

const DAY_SECONDS = 24 * 60 * 60;

/** A session nobody refreshes for this long is over. */
export const INACTIVE_SECONDS = 30 * DAY_SECONDS;

/** However often it is refreshed, a session is over after this. */
export const LIFE_SECONDS = 90 * DAY_SECONDS;

const schema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    counter: { type: Number, required: true },
    refreshedAt: { type: Date, required: true, expires: 2 * INACTIVE_SECONDS },
    createdAt: { type: Date, required: true },
    device: { type: String, default: null },
    repeatedAt: { type: Number, default: null },
    browser: { type: String, default: null },
    system: { type: String, default: null },
  },
  { versionKey: false, collection: 'auth_sessions' },
);

export const sessions = (db: Connection) =>
  (db.models.AuthSession as Model<Session>) ?? db.model<Session>('AuthSession', schema);
