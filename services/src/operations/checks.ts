import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '@flint/contracts/time';
import mongoose, { type Connection } from 'mongoose';
import { createTransport } from 'nodemailer';
import type { Env } from '../env';
import { readMasterSecret } from '../infra/master-secret';
import { photoStore } from '../infra/photo-store';
import { findDataKeyFault } from '../resources/index';
import { missingIndexes } from './indexes';
import { createMigrator } from './migrate';

/** The result of one of the doctor's checks. */
export interface Finding {
  readonly name: string;
  readonly verdict: 'ok' | 'warning' | 'problem';
  /** One line, with what to do if it is not ok. */
  readonly text: string;
}
const finding =
  (verdict: Finding['verdict']) =>
  (name: string, text: string): Finding => ({ name, verdict, text });
export const ok = finding('ok');
export const warning = finding('warning');
export const problem = finding('problem');

const PATIENCE_MS = 3_000;
const reason = (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : String(error));

/** The features Flint needs and this server lacks, tried on a temporary collection. */
async function lackingIn(connection: Connection): Promise<string[]> {
  const scratch = `doctor_${randomBytes(6).toString('hex')}`;
  const probe = connection.collection<{ kind?: string; until?: Date }>(scratch);
  const tries: Readonly<Record<string, () => Promise<boolean>>> = {
    transactions: async () => {
      const session = await connection.startSession();
      try {
        session.startTransaction();
        await probe.insertOne({ kind: 'transaction' }, { session });
        await session.abortTransaction();
        return (await probe.countDocuments({ kind: 'transaction' })) === 0;
      } finally {
        await session.endSession();
      }
    },
    'TTL indexes': async () => {
      await probe.createIndex({ until: 1 }, { expireAfterSeconds: 60 });
      return (await probe.listIndexes().toArray()).some(
        ({ expireAfterSeconds }) => expireAfterSeconds === 60,
      );
    },
    'partial unique indexes': async () => {
      await probe.createIndex(
        { kind: 1 },
        { unique: true, partialFilterExpression: { kind: { $type: 'string' } } },
      );
      await probe.insertMany([{}, {}, { kind: 'unique' }]);
      return probe.insertOne({ kind: 'unique' }).then(
        () => false,
        (error: unknown) => (error as { code?: unknown }).code === 11_000,
      );
    },
  };
  const lacks: string[] = [];
  try {
    // outside the transaction, for older servers
    await connection.createCollection(scratch);
    for (const [what, works] of Object.entries(tries))
      if (!(await works().catch(() => false))) lacks.push(what);
  } finally {
    await probe.drop().catch(() => undefined);
  }
  return lacks;
}

/** Whether the server is a replica set (retryable and majority writes) with what Flint needs. */
async function checkServer(connection: Connection): Promise<Finding> {
  const name = 'database';
  const { setName, msg } = await connection.db!.command({ hello: 1 });
  if (!setName && msg !== 'isdbgrid')
    return problem(name, 'reached, but it is not a replica set: start mongod with --replSet');
  const lacks = (await lackingIn(connection)).join(', ');
  return lacks
    ? problem(name, `reached, but this server lacks ${lacks}: name a MongoDB replica set in MONGODB_URI`)
    : ok(name, `reached, ${setName ? `replica set ${setName}` : 'sharded cluster'}`);
}

/** Age in hours from which a daily round counts as missed. */
const ROUND_HOURS = 28;

/** Checks the age of the last matching round, up to an hour of the future because clocks differ; nothing if there is neither a round nor a student yet. */
export async function checkRound(connection: Connection): Promise<Finding[]> {
  const last = await connection
    .collection<{ _id: string; ready: { readyAt: Date } | null }>('match_rounds')
    .findOne({ ready: { $ne: null } }, { sort: { _id: -1 } });
  const name = 'matching';
  if (!last?.ready)
    return (await connection.collection('profiles').findOne())
      ? [
          warning(
            name,
            'there is no round, so every list is empty: the next process that starts makes one, as does npx flint operate round',
          ),
        ]
      : [];
  const hours = Math.trunc((Date.now() - last.ready.readyAt.getTime()) / HOUR_MS);
  if (hours < 0)
    return [
      problem(
        name,
        `the round of ${last._id} is of the future, and none is made until then: put the clock right, then npx flint operate round --again`,
      ),
    ];
  const text = `the round of ${last._id} is ${hours} hours old`;
  return hours > ROUND_HOURS
    ? [warning(name, `${text}: see the log, then npx flint operate round`)]
    : [ok(name, text)];
}

/** Checks that the configured keys open the stored data; nothing without a secret. */
async function checkKeys(db: Connection, env: Env): Promise<Finding[]> {
  // a damaged one is reported where the secret is checked
  const secret = await readMasterSecret(env).catch(() => null);
  if (secret === null) return [];
  const fault = await findDataKeyFault({ db, env, secret });
  return fault === null ? [ok('keys', 'they open what is stored')] : [problem('keys', fault)];
}

/** Checks that every migration has run and every index is built; nothing in an empty database. */
export async function checkMigrations(db: Connection): Promise<Finding[]> {
  const name = 'migrations';
  if ((await db.listCollections()).length === 0) return [];
  const [pending, missing] = [await createMigrator(db).pending(), await missingIndexes(db)];
  const parts = [
    pending.length > 0 && `not applied: ${pending.join(', ')}`,
    missing.length > 0 && `indexes not built: ${missing.join('; ')}`,
  ].filter(Boolean);
  return parts.length > 0
    ? [warning(name, `${parts.join('; ')}: npx flint operate migrate`)]
    : [ok(name, 'all applied, every index is built')];
}

/** Checks the database at MONGODB_URI, then its keys, migrations and last round. */
export async function checkDatabase(uri: string, env: Env): Promise<Finding[]> {
  const db = mongoose.createConnection(uri, { serverSelectionTimeoutMS: PATIENCE_MS, maxPoolSize: 1 });
  try {
    const server = await checkServer(await db.asPromise());
    if (server.verdict === 'problem') return [server];
    return [server, ...(await checkKeys(db, env)), ...(await checkMigrations(db)), ...(await checkRound(db))];
  } catch (error) {
    return [problem('database', `not reached: ${reason(error)}`)];
  } finally {
    await db.close().catch(() => undefined);
  }
}

/** Checks that the mail server accepts a connection; sends nothing. */
export async function checkMail({ SMTP_URL, NODE_ENV }: Env): Promise<Finding> {
  const name = 'mail';
  if (!SMTP_URL) {
    const text = 'SMTP_URL is not set: mail goes to the outbox page and folder';
    return NODE_ENV === 'production' ? problem(name, text) : ok(name, text);
  }
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await transport.verify();
    return ok(name, 'the mail server takes us');
  } catch (error) {
    return problem(name, `the mail server refuses: ${reason(error)}`);
  } finally {
    transport.close();
  }
}

/** Whether the bucket lets the page's browsers upload (CORS). */
async function takesUploads({ S3_ENDPOINT, S3_BUCKET, S3_PREFIX, PUBLIC_URL }: Env): Promise<boolean> {
  const { origin } = new URL(PUBLIC_URL);
  const asked = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  };
  const url = `${S3_ENDPOINT!.replace(/\/$/, '')}/${S3_BUCKET}/${S3_PREFIX}incoming/doctor`;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const { headers } = await fetch(url, { method: 'OPTIONS', headers: asked, signal });
  return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
}

/** Checks that a picture can be stored, read and deleted, and uploaded by a browser. */
export async function checkBucketOrFolder(env: Env, dataDir: string): Promise<Finding> {
  const name = 'photos';
  const store = photoStore({ env, dataDir });
  const folder = `doctor-${randomBytes(6).toString('hex')}`;
  const bytes = randomBytes(32);
  const where = env.S3_ENDPOINT ? `bucket ${env.S3_BUCKET}` : 'DATA_DIR/photos';
  try {
    await store.write(`${folder}/probe.webp`, bytes);
    const read = await store.read(`${folder}/probe.webp`);
    await store.removeAll(folder);
    if (!read?.equals(bytes)) return problem(name, `${where}: what was written did not come back`);
    if (!env.S3_ENDPOINT || (await takesUploads(env))) return ok(name, `${where}: written, read, removed`);
    const rule = `its CORS rules must allow PUT with content-type from ${env.PUBLIC_URL}`;
    return problem(name, `${where}: browsers may not upload; ${rule}`);
  } catch (error) {
    return problem(name, `${where}: ${reason(error)}`);
  }
}
