import { randomUUID } from 'node:crypto';
import mongoose, { Schema, type Connection, type Model } from 'mongoose';
import type { Clock } from './clock';
import { cipherOf, type CipherNeeds } from './field-cipher';

/** A running API process, and the keys of DATA_KEYS that it has. */
interface KeyHolder {
  _id: string;
  /** What tells keys apart, of each of them. */
  keys: string[];
  at: Date;
}

const ANNOUNCE_MS = 20_000;
/** A process that has said nothing for this long has ended. */
const GONE_SECONDS = 60;

const schema = new Schema<KeyHolder>(
  {
    _id: { type: String, required: true },
    keys: { type: [String], required: true },
    at: { type: Date, required: true, expires: GONE_SECONDS },
  },
  { versionKey: false, collection: 'data_key_holders' },
);

export const keyHolders = (db: Connection) =>
  (db.models.DataKeyHolder as Model<KeyHolder>) ?? db.model<KeyHolder>('DataKeyHolder', schema);

type Needs = CipherNeeds & { readonly db: Connection; readonly clock: Clock };

/** Says from now on, every 20 s, which keys this process has; answers how to stop. `onError` hears of a try that failed; the next one follows. */
export function announceKeys(deps: Needs, onError: (error: unknown) => void): () => Promise<void> {
  const _id = randomUUID();
  const { fingerprints } = cipherOf(deps);
  const announce = () =>
    keyHolders(deps.db)
      .updateOne({ _id }, { $set: { keys: [...fingerprints], at: deps.clock.now() } }, { upsert: true })
      .then(() => undefined, onError);
  let last = announce();
  const timer = setInterval(() => void (last = last.then(announce)), ANNOUNCE_MS).unref();
  return async () => {
    clearInterval(timer);
    await last;
    await keyHolders(deps.db).deleteOne({ _id }).catch(onError);
  };
}

/** How many running API processes cannot read what is sealed under the current key of these settings. */
export function countWithoutKey(deps: Needs): Promise<number> {
  const [current = ''] = cipherOf(deps).fingerprints;
  const since = new Date(deps.clock.now().getTime() - GONE_SECONDS * 1000);
  return keyHolders(deps.db).countDocuments({
    at: mongoose.trusted({ $gte: since }),
    keys: mongoose.trusted({ $ne: current }),
  });
}
