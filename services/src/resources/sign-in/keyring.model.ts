import { modelOf } from '../../infra/model-of';

export interface StoredKey {
  /** 1, 2, 3: if two processes add the next key, only one succeeds. */
  _id: number;
  kid: string;
  x: string;
  y: string;
  /** The private key, encrypted under a key derived from the master secret. */
  sealed: string;
  activeFrom: Date;
}

export const storedKeys = modelOf<StoredKey>('AuthKey', 'auth_keys', {
  _id: { type: Number, required: true },
  kid: { type: String, required: true },
  x: { type: String, required: true },
  y: { type: String, required: true },
  sealed: { type: String, required: true },
  activeFrom: { type: Date, required: true },
});
