import { modelOf } from '../../infra/model-of';

export interface Session {
  /** UUID; the `session_id` in its access tokens. */
  _id: string;
  userId: string;
  /** Number of refreshes; the refresh token with this number is the active one. */
  counter: number;
  refreshedAt: Date;
  createdAt: Date;
  /** Keyed hash of the browser's cookie; null for a client without one. */
  device: string | null;
  /** Whether its refresh tokens work in that browser only. */
  isBound: boolean;
  /** The counter whose lost answer was repeated; null if none was. */
  repeatedAt: number | null;
  /** The sessions of this browser that it replaced: they end when it is first used, and what they issued lasts until this one ends. Absent in sessions of older versions. */
  before?: string[];
  /** Names of the browser and operating system; null if unknown. */
  browser: string | null;
  system: string | null;
}

const DAY_SECONDS = 24 * 60 * 60;

/** A session ends if it is not refreshed for this long. */
export const INACTIVE_SECONDS = 30 * DAY_SECONDS;

/** A session ends after this, however often it is refreshed. */
export const LIFE_SECONDS = 90 * DAY_SECONDS;

export const sessions = modelOf<Session>('AuthSession', 'auth_sessions', {
  _id: { type: String, required: true },
  userId: { type: String, required: true, index: true },
  counter: { type: Number, required: true },
  refreshedAt: { type: Date, required: true, expires: 2 * INACTIVE_SECONDS },
  createdAt: { type: Date, required: true },
  device: { type: String, default: null },
  isBound: { type: Boolean, default: false },
  repeatedAt: { type: Number, default: null },
  before: { type: [String], default: [] },
  browser: { type: String, default: null },
  system: { type: String, default: null },
});
