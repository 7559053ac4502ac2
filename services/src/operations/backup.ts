import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { mongo } from 'mongoose';
import { deriveKey } from '../infra/derive-key';
import { writeFlushed } from '../infra/file-store';
import { isSameHash, keyedHash } from '../infra/keyed-hash';
import { decrypt, encrypt } from '../infra/encrypted-bytes';
import type { CipherNeeds } from '../infra/field-cipher';
import { photoStore } from '../infra/photo-store';
import { encodeRecord, LINES, readRecords, RECORDS, writeRecords, type Part } from '../infra/records';
import { OLDER_QUEUES } from '../resources/jobs/older-queues';
import type { Deps } from '../resources/resource';
import { refuseForeign } from './refuse-foreign';

/** Version 1 had lines of JSON; version 2 had files that are not encrypted. */
const VERSION = 3;
const BATCH = 500;
const PICTURES_AT_ONCE = 16;

/** Collections without their content: counters, locks and leases are stale after a restore, and mail would be sent again; students sign in again; a new round is made. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'backups',
  'rate_counts',
  'jobs',
  'job_pauses',
  ...OLDER_QUEUES,
  'idempotency_keys',
  'migration_locks',
  'restores',
  'processes',
  'journal_waiting',
  'desk_sessions',
  'auth_sessions',
  'match_rounds',
  'match_pieces',
  'match_lists',
]);
/** Read first, so that an account missing here was erased everywhere before any other collection is read. */
const FIRST = ['auth_users', 'profiles'];

/** Prefix of collections that a restore has loaded and not yet swapped in. */
export const BESIDE = 'restoring.';

/** The content of a backup. It is written last, so a folder without it is incomplete. */
export interface Manifest {
  readonly version: number;
  /** Before the first read: what changed at or after this instant may be missing. */
  readonly createdAt: string;
  readonly collections: Readonly<Record<string, Part>>;
  /** The list of pictures; in version 1 the digest of each by key. */
  readonly photos: Part | Readonly<Record<string, string>>;
  /** Names the FLINT_SECRET that the stored marks and hashes depend on; absent in version 1. */
  readonly secret?: string;
  /** Keyed hash of the rest; absent in version 1. */
  readonly mac?: string;
}

interface Picture {
  readonly key: string;
  readonly sha256: string;
}

type Needs = Pick<Deps, 'env' | 'db' | 'dataDir' | 'clock' | 'secret'>;

const PHOTOS = `photos${RECORDS}`;
const fileOf = (folder: string, { version }: Pick<Manifest, 'version'>, name: string) =>
  path.join(folder, 'collections', name + (version === 1 ? LINES : RECORDS));

const pictureOf = (folder: string, key: string) => path.join(folder, 'photos', key);

const macOf = (deps: Pick<Deps, 'secret'>, purpose: string, text: string) =>
  keyedHash(deps, 'backup', `${purpose}\n${text}`);
const manifestMac = (
  deps: Pick<Deps, 'secret'>,
  { version, createdAt, collections, photos, secret }: Omit<Manifest, 'mac'>,
) => macOf(deps, 'manifest', JSON.stringify([version, createdAt, collections, photos, secret]));
/** The key of the files; null where they are not encrypted. */
const fileKeyOf = ({ secret }: Pick<Deps, 'secret'>, { version }: Pick<Manifest, 'version'>) =>
  version >= 3 ? deriveKey(secret, 'backup-files') : null;

async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Whether backups contain a collection, and restores load it: version 1 had sessions, too. */
export const isKept = (name: string): boolean =>
  !LEFT_OUT.has(name) && !name.startsWith('system.') && !name.startsWith(BESIDE);

/** The names of the collections that a backup contains, in the order in which they are read. */
async function collectionsOf(db: mongo.Db): Promise<string[]> {
  const found = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const first = FIRST.filter((name) => found.includes(name));
  return [...first, ...found.filter((name) => isKept(name) && !FIRST.includes(name)).sort()];
}

/** The same elements, some at once: a flush to the disk costs little more for several files than for one. */
export async function* together<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let some: T[] = [];
  for await (const each of all) {
    some.push(each);
    if (some.length < PICTURES_AT_ONCE) continue;
    yield some;
    some = [];
  }
  yield some;
}

/** A complete backup whose pictures another one need not copy again. */
export interface Earlier {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The digests of the pictures of an earlier backup, by key; none where they are stored in another form. */
async function digestsOf(deps: Needs, earlier: Earlier | null): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  if (earlier?.manifest.version === VERSION)
    for await (const { key, sha256 } of picturesOf(deps, earlier.folder, earlier.manifest))
      digests.set(key, sha256);
  return digests;
}

/** Copies every picture; one that an earlier backup has is linked: what is stored under a key never changes. */
async function* copyPictures(
  deps: Needs,
  folder: string,
  earlier: Earlier | null,
): AsyncGenerator<Uint8Array> {
  const store = photoStore(deps);
  const fileKey = fileKeyOf(deps, { version: VERSION })!;
  const known = await digestsOf(deps, earlier);
  // one that was damaged since is copied again
  const isLinked = async (key: string, file: string) => {
    const sha256 = known.get(key);
    const from = pictureOf(earlier?.folder ?? '', key);
    if (sha256 === undefined || (await digestOfFile(from).catch(() => null)) !== sha256) return false;
    return link(from, file).then(
      () => true,
      // a file system without links
      () => false,
    );
  };
  const copy = async (key: string) => {
    const file = pictureOf(folder, key);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    if (await isLinked(key, file)) return [encodeRecord({ key, sha256: known.get(key)! })];
    const bytes = await store.read(key);
    // deleted since it was listed
    if (!bytes) return [];
    const sealed = encrypt(fileKey, bytes);
    await writeFlushed(file, sealed, 'wx');
    return [encodeRecord({ key, sha256: createHash('sha256').update(sealed).digest('hex') })];
  };
  for await (const keys of together(store.list())) yield* (await Promise.all(keys.map(copy))).flat();
}

/**
 * Writes all data of one university into `folder`, which must be new or empty: every collection and every picture, for any server and store,
 * encrypted under a key of FLINT_SECRET. Then reads all of it back, unless a restore follows that does. Flint may keep running; a document that
 * changes meanwhile is backed up in its old or new form. Pictures of an `earlier` backup are linked, not copied.
 */
export async function backUp(
  deps: Needs,
  folder: string,
  { earlier = null, isTried = false }: { readonly earlier?: Earlier | null; readonly isTried?: boolean } = {},
): Promise<Manifest> {
  const createdAt = deps.clock.now().toISOString();
  const db = deps.db.db!;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  await mkdir(path.join(folder, 'collections'), { mode: 0o700 });
  const fileKey = fileKeyOf(deps, { version: VERSION })!;
  const collections: Record<string, Part> = {};
  for (const name of await collectionsOf(db)) {
    const documents = db.collection(name).find({}, { sort: { _id: 1 }, batchSize: BATCH, raw: true });
    const records = documents as unknown as AsyncIterable<Uint8Array>;
    collections[name] = await writeRecords(fileOf(folder, { version: VERSION }, name), records, fileKey);
  }
  const pictures = copyPictures(deps, folder, earlier);
  const photos = await writeRecords(path.join(folder, PHOTOS), pictures, fileKey);
  const unsigned = { version: VERSION, createdAt, collections, photos, secret: macOf(deps, 'secret', '') };
  const manifest: Manifest = { ...unsigned, mac: manifestMac(deps, unsigned) };
  const part = path.join(folder, 'manifest.part');
  await writeFlushed(part, `${JSON.stringify(manifest, null, 2)}\n`, 'wx');
  if (!isTried) await readBack(deps, folder, manifest, () => undefined);
  await rename(part, path.join(folder, 'manifest.json'));
  return manifest;
}

/** Every picture of a backup. */
export async function* picturesOf(
  deps: Pick<Deps, 'secret'>,
  folder: string,
  manifest: Manifest,
): AsyncGenerator<Picture & { readonly file: string }> {
  const { version, photos } = manifest;
  const withFile = ({ key, sha256 }: Picture) => ({ key, sha256, file: pictureOf(folder, key) });
  if (version === 1)
    for (const [key, sha256] of Object.entries(photos as Record<string, string>))
      yield withFile({ key, sha256 });
  else
    for await (const picture of readRecords(
      path.join(folder, PHOTOS),
      photos as Part,
      fileKeyOf(deps, manifest),
    ))
      yield withFile(picture as Picture);
}

/** The bytes of a picture of a backup. */
export async function readPicture(
  deps: Pick<Deps, 'secret'>,
  manifest: Manifest,
  file: string,
): Promise<Buffer> {
  const fileKey = fileKeyOf(deps, manifest);
  const bytes = await readFile(file);
  return fileKey ? decrypt(fileKey, bytes) : bytes;
}

/** The records of one collection of a backup, in order. Rejects if the file is missing or damaged. */
export const recordsOf = (
  deps: Pick<Deps, 'secret'>,
  folder: string,
  manifest: Manifest,
  name: string,
): AsyncGenerator<mongo.Document> =>
  readRecords(fileOf(folder, manifest, name), manifest.collections[name]!, fileKeyOf(deps, manifest));

/** Reads every record, for `look`, and every picture. Rejects with the name of the first file that is not as the manifest says. */
async function readBack(
  deps: Pick<Deps, 'secret'>,
  folder: string,
  manifest: Manifest,
  look: (collection: string, record: mongo.Document) => void,
): Promise<void> {
  for (const name of Object.keys(manifest.collections))
    for await (const record of recordsOf(deps, folder, manifest, name)) look(name, record);
  for await (const { key, sha256, file } of picturesOf(deps, folder, manifest)) {
    const found = await digestOfFile(file).catch(() => null);
    if (found !== sha256) throw new Error(`photos/${key} is ${found === null ? 'missing' : 'damaged'}`);
  }
}

/** The manifest of a whole backup of this installation; its files are not looked at. Rejects with one sentence. */
export async function readManifest(deps: Pick<Deps, 'secret'>, folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${folder} holds no whole backup: manifest.json is missing`);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch {
    throw new Error('manifest.json is damaged');
  }
  const { version, secret, mac } = manifest;
  if (![1, 2, VERSION].includes(version))
    throw new Error(
      `a backup of version ${version} is not known here: restore it with the Flint that made it`,
    );
  if (version === 1) return manifest;
  if (!isSameHash(String(secret), macOf(deps, 'secret', '')))
    throw new Error('this backup was made under another FLINT_SECRET: set the one that it was made with');
  if (!isSameHash(String(mac), manifestMac(deps, manifest))) throw new Error('manifest.json is damaged');
  return manifest;
}

/**
 * The manifest of a complete backup that this installation can restore. Parses and counts every record. Rejects with one sentence if a file
 * is missing, damaged or foreign, or a newer version made it.
 */
export async function checkBackup(deps: CipherNeeds, folder: string): Promise<Manifest> {
  const manifest = await readManifest(deps, folder);
  await readBack(deps, folder, manifest, refuseForeign(deps));
  return manifest;
}
