import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { mongo } from 'mongoose';
import { removeErased } from '../infra/remove-erased';
import { photoStore } from '../infra/photo-store';
import { erasedSince, storeErased, readErased } from '../resources/erased-accounts';
import { eraseAccount } from '../resources/index';
import type { Deps } from '../resources/resource';
import { ensureIndexes } from './indexes';

const { EJSON } = mongo.BSON;
const VERSION = 1;
const BATCH = 500;

/** A matching round holds rows of students who have left since; a restored database makes a new one. */
const MADE_AGAIN = ['match_rounds', 'match_pieces', 'match_lists'];
/** Collections left out: counters and locks that are stale after a restore, and rounds. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'rate_limits',
  'idempotency_keys',
  'migration_locks',
  'data_key_holders',
  'desk_sessions',
  ...MADE_AGAIN,
]);

/** Records of erased accounts; a restore adds to them. */
const ERASED = 'erased_accounts';
/** Collections that may exist in the target of a restore. */
const STAYS: ReadonlySet<string> = new Set([...LEFT_OUT, ERASED]);

interface Part {
  readonly count: number;
  readonly sha256: string;
}

/** The content of a backup. It is written last, so a folder without it is incomplete. */
export interface Manifest {
  readonly version: number;
  readonly createdAt: string;
  readonly collections: Readonly<Record<string, Part>>;
  /** Digest of every picture by key. */
  readonly photos: Readonly<Record<string, string>>;
}

type Needs = Pick<Deps, 'env' | 'db' | 'dataDir' | 'clock'>;

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Writes one collection as gzipped lines of canonical extended JSON, in the order of its ids. */
async function dump(db: mongo.Db, name: string, file: string): Promise<Part> {
  let count = 0;
  async function* lines() {
    for await (const document of db.collection(name).find({}, { sort: { _id: 1 }, batchSize: BATCH })) {
      count += 1;
      yield `${EJSON.stringify(document, { relaxed: false })}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file, { mode: 0o600 }));
  return { count, sha256: await digestOfFile(file) };
}

/**
 * Writes all data of one university into `folder`, which must not exist: every collection and every picture, for any server and store. Flint
 * may keep running; a document that changes meanwhile is backed up in its old or new form. The backup holds personal data; protect it like
 * the database.
 */
export async function backUp(deps: Needs, folder: string): Promise<Manifest> {
  const db = deps.db.db!;
  await mkdir(path.join(folder, 'collections'), { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 1) throw new Error(`${folder} is not empty`);
  const names = (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !LEFT_OUT.has(name) && !name.startsWith('system.'))
    .sort();
  const collections: Record<string, Part> = {};
  for (const name of names)
    collections[name] = await dump(db, name, path.join(folder, 'collections', `${name}.ndjson.gz`));
  const photos: Record<string, string> = {};
  const store = photoStore(deps);
  for await (const key of store.list()) {
    const bytes = await store.read(key);
    // deleted since it was listed
    if (!bytes) continue;
    const file = path.join(folder, 'photos', key);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, bytes, { mode: 0o600 });
    photos[key] = digest(bytes);
  }
  const manifest: Manifest = {
    version: VERSION,
    createdAt: deps.clock.now().toISOString(),
    collections,
    photos,
  };
  const file = path.join(folder, 'manifest.json');
  await writeFile(`${file}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
  return manifest;
}

/** The manifest of a complete and unchanged backup. Rejects with the name of the first file that is not. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${folder} holds no whole backup: manifest.json is missing`);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.version !== VERSION)
    throw new Error(`a backup of version ${manifest.version} is not known here`);
  const files: [string, string][] = [
    ...Object.entries(manifest.collections).map(([name, { sha256 }]): [string, string] => [
      path.join('collections', `${name}.ndjson.gz`),
      sha256,
    ]),
    ...Object.entries(manifest.photos).map(([key, sha256]): [string, string] => [
      path.join('photos', key),
      sha256,
    ]),
  ];
  for (const [file, sha256] of files) {
    const found = await digestOfFile(path.join(folder, file)).catch(() => null);
    if (found !== sha256) throw new Error(`${file} is ${found === null ? 'missing' : 'damaged'}`);
  }
  return manifest;
}

async function load(db: mongo.Db, name: string, file: string): Promise<number> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  let batch: mongo.Document[] = [];
  let count = 0;
  const flush = async () => {
    if (batch.length > 0) count += (await db.collection(name).insertMany(batch)).insertedCount;
    batch = [];
  };
  for await (const line of lines) {
    batch.push(EJSON.parse(line, { relaxed: false }) as mongo.Document);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return count;
}

/** Erases accounts that were deleted after the backup was made. */
async function eraseAgain(deps: Deps, erased: ReadonlyMap<string, Date>, since: Date): Promise<void> {
  await storeErased(deps, erased);
  const db = deps.db.db!;
  const emails = new Map<string, string>();
  for (const name of ['auth_users', 'profiles'])
    for await (const { _id, email } of db.collection<{ _id: string; email: string }>(name).find())
      emails.set(_id, email);
  for (const userId of erasedSince(deps, erased, emails.keys(), since))
    await eraseAccount(deps, userId, emails.get(userId));
  await removeErased(deps.db);
}

/**
 * Restores a backup into an empty database (with `replace`: into any, whose content is deleted first), with pictures and indexes. Every file
 * is checked before anything is written. Accounts deleted after the backup was made are erased again; the replaced database and DATA_DIR
 * have recorded them. Flint must not run meanwhile.
 */
export async function restore(
  deps: Deps,
  folder: string,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<Manifest> {
  const manifest = await checkBackup(folder);
  const erased = await readErased(deps);
  const db = deps.db.db!;
  const held = await db.listCollections({}, { nameOnly: true }).toArray();
  for (const { name } of held) {
    if (!replace && !STAYS.has(name) && (await db.collection(name).findOne()))
      throw new Error(`the database is not empty (${name}); --replace drops what it holds`);
  }
  if (replace) {
    for (const { name } of held) await db.collection(name).deleteMany({});
    const store = photoStore(deps);
    for await (const key of store.list())
      if (!manifest.photos[key]) await store.removeAll(key.split('/')[0]!);
  }
  for (const name of [...MADE_AGAIN, ERASED]) await db.collection(name).deleteMany({});
  for (const [name, { count }] of Object.entries(manifest.collections)) {
    const loaded = await load(db, name, path.join(folder, 'collections', `${name}.ndjson.gz`));
    if (loaded !== count) throw new Error(`${name}: ${loaded} of ${count} documents came back`);
  }
  const store = photoStore(deps);
  for (const key of Object.keys(manifest.photos))
    await store.write(key, await readFile(path.join(folder, 'photos', key)));
  await ensureIndexes(deps);
  await eraseAgain(deps, erased, new Date(manifest.createdAt));
  return manifest;
}
