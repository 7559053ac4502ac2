import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { EnvError } from '../env';
import { databaseNow } from './clock';
import { every } from './every';
import { cipherOf, type CipherNeeds, type FieldCipher } from './field-cipher';
import { createLease } from './lease';
import { modelOf } from './model-of';
import { sampleKeys, type SealedFields } from './sealed-fields';

/** A running process that writes: an API process, the desk, an operator's command. */
export interface ProcessRow {
  _id: string;
  /** Fingerprints of the keys it holds. */
  keys: string[];
  /** The key it seals with; null while work that it began under another key may still write. */
  sealsWith: string | null;
  at: Date;
  /** Without a renewal it counts as gone from here on, by the clock of the database. */
  until: Date;
}

export const processes = modelOf<ProcessRow>('Process', 'processes', {
  _id: { type: String, required: true },
  keys: { type: [String], required: true },
  sealsWith: { type: String, default: null },
  at: { type: Date, required: true },
  until: { type: Date, required: true, expires: 0 },
});

/** The keys of the database, by fingerprints. */
export interface DataKeys {
  _id: 'data';
  /** The key that every process seals with. */
  seals: string;
  /** Keys that a process needs to start, the sealing one among them. */
  inUse: string[];
  /** The key of a rotation that has not ended. */
  rotatingTo: string | null;
  /** Keys that sealed earlier and are in use no more. */
  retired: string[];
  switchedAt: Date;
}

export const dataKeys = modelOf<DataKeys>('DataKeys', 'data_keys', {
  _id: { type: String, required: true } as never,
  seals: { type: String, required: true },
  inUse: { type: [String], required: true },
  rotatingTo: { type: String, default: null },
  retired: { type: [String], required: true },
  switchedAt: { type: Date, required: true },
});

export const DATA = { _id: 'data' } as const;

const RENEW_MS = 5_000;
const LEASE_MS = 60_000;
/** A process stops writing this much before the others count it as gone: a write takes time. */
const WRITES_FOR = 0.75;
/** A request that began under another key is over after this time. */
const REQUEST_MS = 60_000;

type Needs = CipherNeeds & { readonly db: Connection };

/** The processes that write to this database now: each renewed its row within the last minute. */
export const liveProcesses = async ({ db }: Pick<Needs, 'db'>): Promise<ProcessRow[]> =>
  // no model: that would begin to build indexes
  db
    .collection<ProcessRow>('processes')
    .find({ until: { $gt: await databaseNow(db) } })
    .toArray();

/** Thrown where a process would write to a database that is being restored. */
export class IsRestoring extends Error {
  constructor() {
    super('a restore is in progress');
  }
}

const idOf = (fingerprint: string) => fingerprint.slice(0, fingerprint.indexOf(':'));
const lack = (ids: readonly string[]) =>
  `stored data was sealed under a key ${ids.map((id) => `'${id}'`).join(' and ')} that these settings do not hold: bring back the DATA_KEYS or FLINT_SECRET (else DATA_DIR/secret) it was written with`;

const heldBy = (cipher: FieldCipher, fingerprint: string) =>
  cipher.fingerprints.get(idOf(fingerprint)) === fingerprint;

/** Why these settings cannot work with the stored data, in one sentence; null if every key in use is held. */
export async function findKeyFault(needs: Needs, among: readonly SealedFields[]): Promise<string | null> {
  const cipher = cipherOf(needs);
  const named = await dataKeys(needs.db).findOne(DATA).lean<DataKeys>();
  const lost = named
    ? named.inUse.filter((key) => !heldBy(cipher, key)).map(idOf)
    : [...(await sampleKeys(needs, among))].filter(([, isOpened]) => !isOpened).map(([id]) => id);
  return lost.length > 0 ? lack(lost) : null;
}

/**
 * Names the keys of a database for the first time. An empty one is sealed with the first key of DATA_KEYS; one of an older version with the
 * first of those that sealed it, and every key of DATA_KEYS counts as in use until a rotation.
 */
async function nameKeys(needs: Needs, among: readonly SealedFields[]): Promise<DataKeys> {
  const fault = await findKeyFault(needs, among);
  if (fault) throw new EnvError([fault]);
  const { fingerprints } = cipherOf(needs);
  const used = await sampleKeys(needs, among);
  const ids = [...fingerprints.keys()];
  const given = ids.filter((id) => id !== 'local');
  const seals = ids.find((id) => used.has(id)) ?? ids[0]!;
  const inUse = used.size === 0 ? [seals] : ids.filter((id) => used.has(id) || given.includes(id));
  const keyOf = (id: string) => fingerprints.get(id)!;
  const first = {
    seals: keyOf(seals),
    inUse: inUse.map(keyOf),
    rotatingTo: inUse.length > 1 ? keyOf(seals) : null,
    retired: [],
    switchedAt: new Date(),
  };
  // of two processes that start at once, one names them
  await dataKeys(needs.db)
    .updateOne(DATA, { $setOnInsert: first }, { upsert: true })
    .catch(async (error: unknown) => {
      if (!(await dataKeys(needs.db).exists(DATA))) throw error;
    });
  return (await dataKeys(needs.db).findOne(DATA).lean<DataKeys>())!;
}

/** The keys that the database names, which the first process names from its settings. */
const namedKeys = async (needs: Needs, among: readonly SealedFields[]): Promise<DataKeys> =>
  (await dataKeys(needs.db).findOne(DATA).lean<DataKeys>()) ?? nameKeys(needs, among);

/** Seals under the key that the database names before this process joins: nothing runs on a database that is being restored. */
export async function followNamed(needs: Needs, among: readonly SealedFields[]): Promise<void> {
  const { seals } = await namedKeys(needs, among);
  cipherOf(needs).follow(heldBy(cipherOf(needs), seals) ? idOf(seals) : null);
}

const requests = new WeakMap<FieldCipher, Set<Promise<unknown>>>();

/** The requests that this process works on; a change of keys waits for them. */
export function requestsOf(needs: CipherNeeds): Set<Promise<unknown>> {
  const cipher = cipherOf(needs);
  const found = requests.get(cipher) ?? new Set();
  requests.set(cipher, found);
  return found;
}

export interface JoinOptions {
  readonly renewMs?: number;
  readonly leaseMs?: number;
}

/**
 * Registers this process, learns the sealing key, and renews both every five seconds until the returned function is called, which removes
 * the row. A process that could not renew for 45 s, or lacks the key that seals now, seals nothing and refuses writes until it can; one that
 * finds a restore does so at once, until that has ended. Throws EnvError if a key in use is not held, and IsRestoring.
 */
export async function joinProcesses(
  needs: Needs & { readonly log: Logger },
  among: readonly SealedFields[],
  { renewMs = RENEW_MS, leaseMs = LEASE_MS }: JoinOptions = {},
): Promise<() => Promise<void>> {
  const { db, log } = needs;
  const _id = randomUUID();
  const cipher = cipherOf(needs);
  const lease = createLease(leaseMs * WRITES_FOR);
  let follows: string | null = null;
  let sealsWith: string | null = null;
  const follow = (key: string) => {
    const isHeld = heldBy(cipher, key);
    cipher.follow(isHeld ? idOf(key) : null, lease.isHeld);
    if (key === follows) return;
    follows = key;
    sealsWith = null;
    if (!isHeld) return log.error(`${lack([idOf(key)])}; nothing is written until then`);
    // reported by the next renewal at the earliest, so that timed work has written what it sealed before
    const begun = Promise.allSettled(requestsOf(needs));
    void Promise.race([begun, delay(REQUEST_MS, null, { ref: false })]).finally(() => {
      if (follows === key) sealsWith = key;
    });
  };
  const renew = async () => {
    const renewed = lease.begin();
    const at = await databaseNow(db);
    const row = { keys: [...cipher.fingerprints.values()], sealsWith, at };
    // before the rest is read: a restore or a rotation sees this row, or this process sees the restore or the rotation
    await processes(db).updateOne(
      { _id },
      { $set: { ...row, until: new Date(at.getTime() + leaseMs) } },
      { upsert: true },
    );
    if (await db.collection('restores').findOne()) {
      lease.end();
      throw new IsRestoring();
    }
    follow((await namedKeys(needs, among)).seals);
    renewed();
  };
  const leave = () => processes(db).deleteOne({ _id });
  try {
    await renew();
    const fault = await findKeyFault(needs, among);
    if (fault) throw new EnvError([fault]);
  } catch (error) {
    lease.end();
    await leave().catch(() => undefined);
    throw error;
  }
  const report = (error: unknown) => log.warn({ err: error }, 'this process could not renew its lease');
  const stop = every(renewMs, renew, report);
  return async () => {
    await stop();
    await leave().catch(report);
  };
}
