import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '@flint/testing';
import { createRandom } from '../../seed/random';
import { seedStudent } from '../../seed/student';
import { photoStore } from '../infra/photo-store';
import { backUp, restore, type Manifest } from './backup';
import { missingIndexes } from './indexes';

/** Digests of everything in a database, without counters, rounds, and keys, to which a server with another secret adds. */
async function contentOf({ deps }: TestServer): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const { name } of await deps.db.db!.listCollections().toArray()) {
    if (/rate_limits|idempotency|locks|auth_keys|data_key_holders|match_(?!hides)/.test(name)) continue;
    const documents = await deps.db
      .db!.collection(name)
      .find({}, { sort: { _id: 1 } })
      .toArray();
    if (documents.length > 0)
      content[name] = createHash('sha256').update(JSON.stringify(documents)).digest('hex');
  }
  return content;
}

describe('backup and restore', () => {
  let dir: string;
  let full: TestServer;
  let manifest: Manifest;
  const folder = () => path.join(dir, 'backup');

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'flint-backup-'));
    full = await startTestServer();
    const random = createRandom(1);
    for (const name of ['ann', 'ben', 'cem']) {
      const email = `${name}@campus.edu`;
      await seedStudent(full.deps, random, { email, name, answered: 1, photos: 1, week: true });
    }
    manifest = await backUp(full.deps, folder());
  });
  afterAll(() => full[Symbol.asyncDispose]());

  it('a campus - is restored in another database with every document, picture and index', async () => {
    expect(manifest.collections.profiles?.count).toBe(3);
    expect(Object.keys(manifest.photos).length).toBeGreaterThanOrEqual(6);
    await using empty = await startTestServer();
    await empty.deps.db.db!.collection('auth_keys').deleteMany({});
    await restore(empty.deps, folder());
    expect(await contentOf(empty)).toEqual(await contentOf(full));
    const [key = ''] = Object.keys(manifest.photos);
    expect(await photoStore(empty.deps).read(key)).toEqual(await photoStore(full.deps).read(key));
    expect(await missingIndexes(empty.deps)).toEqual([]);
  });

  it('a non-empty database - is not changed - and replaced only on request', async () => {
    await using other = await startTestServer();
    const ann = await other.signIn();
    await ann.call('PATCH /profile', { answers: {} });
    await expect(restore(other.deps, folder())).rejects.toThrow('is not empty');
    await restore(other.deps, folder(), { replace: true });
    expect(await contentOf(other)).toEqual(await contentOf(full));
  });

  it('a folder with a backup - is not overwritten', async () => {
    await expect(backUp(full.deps, folder())).rejects.toThrow('is not empty');
  });

  it('a damaged file, or half a backup - is refused before anything is written', async () => {
    await using empty = await startTestServer();
    const before = await contentOf(empty);
    await expect(restore(empty.deps, dir)).rejects.toThrow('manifest.json is missing');
    await appendFile(path.join(folder(), 'collections/profiles.ndjson.gz'), 'x');
    await expect(restore(empty.deps, folder())).rejects.toThrow('profiles.ndjson.gz is damaged');
    await rm(path.join(folder(), 'collections/profiles.ndjson.gz'));
    await expect(restore(empty.deps, folder())).rejects.toThrow('profiles.ndjson.gz is missing');
    expect(await contentOf(empty)).toEqual(before);
    expect(await readFile(path.join(folder(), 'manifest.json'), 'utf8')).not.toMatch(/@campus\.edu/);
  });
});
