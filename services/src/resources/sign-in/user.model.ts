import { Schema, type Connection, type Model } from 'mongoose';

export interface User {
  /** Lower-case UUID v4. */
  _id: string;
  email: string;
  identityId: string;
  /** Written by operators only; the only place a role could come from. */
  appMetadata: Record<string, unknown>;
  /** Writable by the user: never authorise on it. */
  userMetadata: Record<string, unknown>;
  /** When the address was proven; null from the first code request until the first right code. */
  confirmedAt: Date | null;
  lastSignInAt: Date | null;
  /** When an account that nobody proved goes; null once proven. */
  unverifiedUntil?: Date | null;
  bannedUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<User>(
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
  { versionKey: false, collection: 'auth_users', minimize: false },
);

export const users = (db: Connection) =>
  (db.models.AuthUser as Model<User>) ?? db.model<User>('AuthUser', schema);
