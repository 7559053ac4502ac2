import { Schema, type Connection, type Model } from 'mongoose';

export interface StoredKey {
  /** 1, 2, 3: two processes that both want to add the next key make one. */
  _id: number;
  kid: string;
  x: string;
  y: string;
  /** The private key, encrypted under a key derived from the master secret. */
  sealed: string;
  activeFrom: Date;
}

const schema = new Schema<StoredKey>(
  {
    _id: { type: Number, required: true },
    kid: { type: String, required: true },
    x: { type: String, required: true },
    y: { type: String, required: true },
    sealed: { type: String, required: true },
    activeFrom: { type: Date, required: true },
  },
  { versionKey: false, collection: 'auth_keys' },
);

export const storedKeys = (db: Connection) =>
  (db.models.AuthKey as Model<StoredKey>) ?? db.model<StoredKey>('AuthKey', schema);
