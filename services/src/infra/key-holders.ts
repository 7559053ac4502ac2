import { randomUUID } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';
import { every } from './every';
import { modelOf } from './model-of';
import type { Clock } from './clock';
import { cipherOf, type CipherNeeds } from './field-cipher';

/** A running API process and its keys of DATA_KEYS. */
interface KeyHolder {
  _id: string;
  /** Fingerprints of its keys. */
  keys: string[];
  at: Date;
}

const ANNOUNCE_MS = 20_000;
/** A process that was silent for this long has ended. */
const GONE_SECONDS = 60;

export const keyHolders = modelOf<KeyHolder>('DataKeyHolder', 'data_key_holders', {
  _id: { type: String, required: true },
  keys: { type: [String], required: true },
  at: { type: Date, required: true, expires: GONE_SECONDS },
});

type Needs = CipherNeeds & { readonly db: Connection; readonly clock: Clock };

/**
 * Records every 20 s which keys this process has. The returned function stops that. `onError` gets failed attempts; they
 * are repeated.
 */
export function recordKeys(deps: Needs, onError: (error: unknown) => void): () => Promise<void> {
  const _id = randomUUID();
  const { fingerprints } = cipherOf(deps);
  const record = () =>
    keyHolders(deps.db).updateOne(
      { _id },
      { $set: { keys: [...fingerprints], at: deps.clock.now() } },
      { upsert: true },
    );
  const stop = every(ANNOUNCE_MS, async () => record(), onError, { now: true });
  return async () => {
    await stop();
    await keyHolders(deps.db).deleteOne({ _id }).catch(onError);
  };
}

/** Number of running API processes that lack the current key. */
export function countWithoutKey(deps: Needs): Promise<number> {
  const [current = ''] = cipherOf(deps).fingerprints;
  const since = new Date(deps.clock.now().getTime() - GONE_SECONDS * 1000);
  return keyHolders(deps.db).countDocuments({
    at: mongoose.trusted({ $gte: since }),
    keys: mongoose.trusted({ $ne: current }),
  });
}
