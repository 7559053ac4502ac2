import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';

export interface User {
  /** Lower-case UUID v4. */
  _id: string;
  email: string;
  identityId: string;
  /** Written by operators only; roles may come only from here. */
  appMetadata: Record<string, unknown>;
  /** Writable by the user: never authorize on it. */
  userMetadata: Record<string, unknown>;
  /** When the address was verified; null before the first right code. */
  confirmedAt: Date | null;
  lastSignInAt: Date | null;
  /** When an unverified account is deleted; null once verified. */
  unverifiedUntil?: Date | null;
  bannedUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const users = modelOf<User>(
  'AuthUser',
  'auth_users',
  {
    _id: { type: String, required: true },
    email: { type: String, required: true, unique: true },
    identityId: { type: String, required: true },
    appMetadata: { type: Schema.Types.Mixed, required: true },
    userMetadata: { type: Schema.Types.Mixed, required: true },
    confirmedAt: { type: Date, default: null },
    lastSignInAt: { type: Date, default: null },
    unverifiedUntil: { type: Date, default: null, expires: 0 },
    bannedUntil: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { minimize: false },
);
