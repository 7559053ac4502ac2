import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnv } from '../env';
import type { FileStore, Inbox } from './file-store';
import { photoStore } from './photo-store';
import { S3_KEYS, startS3Double } from '@flint/testing/s3-double';
import { PLACES } from './testing/stores';

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list()) keys.push(key);
  return keys.sort();
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const put = (url: string, body: Buffer, type = 'image/jpeg', method = 'PUT') =>
  fetch(url, { method, headers: { 'content-type': type }, body: new Uint8Array(body) });

describe.each(PLACES)('photos kept in %s', (_name, open) => {
  let store: FileStore;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const place = await open();
    const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-files-'));
    // a separate prefix, so that a real server needs no cleaning
    const env = readEnv({ ...place.env, S3_PREFIX: `t${randomBytes(6).toString('hex')}/` });
    store = photoStore({ env, dataDir });
    close = async () => {
      await place.close();
    };
  });
  afterEach(() => close());

  it('files written - are read, listed, and removed by their folder - and absent ones are null', async () => {
    const keys = ['ab/large.jpg', 'ab/large.webp', 'ab/thumb.webp', 'abc/large.webp', 'cd/large.webp'];
    for (const key of keys) await store.write(key, Buffer.from(`bytes of ${key}`));
    expect((await store.read('ab/large.webp'))?.toString()).toBe('bytes of ab/large.webp');
    expect(await keysOf(store)).toEqual(keys);
    await store.removeAll('ab');
    await store.removeAll('ab');
    expect(await store.read('ab/large.webp')).toBeNull();
    expect(await keysOf(store)).toEqual(keys.slice(3));
  });

  it('a file written again - contains all of the newer bytes', async () => {
    await store.write('ab/large.webp', Buffer.alloc(5000, 1));
    await store.write('ab/large.webp', Buffer.from('short'));
    expect((await store.read('ab/large.webp'))?.toString()).toBe('short');
  });

  it.each(['../secret', '/etc/passwd', 'a/../../b', 'a\0b', ''])(
    'the key %p - is refused, in every call',
    async (key) => {
      await expect(store.write(key, JPEG)).rejects.toThrow('not a key');
      await expect(store.read(key)).rejects.toThrow('not a key');
      await expect(store.removeAll(key)).rejects.toThrow('not a key');
    },
  );
});

describe('a folder of files', () => {
  it('when a write ends - has flushed the file, its name, and the folders that are new, so that a power cut takes none', async () => {
    const files = jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises');
    const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-files-'));
    const store = photoStore({ env: readEnv({}), dataDir });
    const flushed: string[] = [];
    const { open } = files;
    jest.spyOn(files, 'open').mockImplementation(async (file, ...more) => {
      const handle = await open(file, ...more);
      const sync = handle.sync.bind(handle);
      const name = path.relative(dataDir, String(file));
      return Object.assign(handle, { sync: () => sync().then(() => void flushed.push(name)) });
    });
    jest.spyOn(files, 'rename').mockImplementation(async (from, to) => {
      flushed.push('renamed');
      await copyFile(from, to);
      await rm(from);
    });
    for (const name of ['ab/one', 'ab/two']) await store.write(name, JPEG);
    expect(flushed).toEqual([
      '',
      'photos',
      'photos/ab/one.part',
      'renamed',
      'photos/ab',
      'photos/ab/two.part',
      'renamed',
      'photos/ab',
    ]);
  });
});

describe.each(PLACES.slice(1))('addresses for uploads to %s', (_name, open) => {
  let inbox: Inbox;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const place = await open();
    const env = readEnv({ ...place.env, S3_PREFIX: `t${randomBytes(6).toString('hex')}/` });
    inbox = photoStore({ env, dataDir: '' }).inbox!;
    close = place.close;
  });
  afterEach(() => close());
  const address = (key = 'ab') => inbox.addressOf(key, { type: 'image/jpeg', seconds: 300 });

  it('bytes put to one - can be read by the server until removed - and only up to the size limit', async () => {
    expect(await inbox.read('ab', 100)).toBeNull();
    expect((await put(await address(), JPEG)).status).toBe(200);
    expect(await inbox.read('ab', 4)).toEqual(JPEG);
    await expect(inbox.read('ab', 3)).rejects.toMatchObject({ name: 'FileTooLarge' });
    await inbox.remove('ab');
    expect(await inbox.read('ab', 100)).toBeNull();
  });

  it('without its query - is the photo’s address, and gives its key', async () => {
    const [plain = ''] = (await address()).split('?');
    expect(inbox.urlOf('ab')).toBe(plain);
    expect(inbox.keyOf(plain)).toBe('ab');
    expect(inbox.keyOf('https://elsewhere.test/ab')).toBeNull();
  });

  it.each([
    ['another key', async (url: string) => put(url.replace('/ab?', '/cd?'), JPEG)],
    ['another type', async (url: string) => put(url, JPEG, 'image/png')],
    ['another method', async (url: string) => put(url, JPEG, 'image/jpeg', 'POST')],
    ['a longer life', async (url: string) => put(url.replace('Expires=300', 'Expires=3000'), JPEG)],
    ['no signature', async (url: string) => put(url.split('?')[0]!, JPEG)],
  ])('used with %s - is refused - and nothing is stored', async (_what, use) => {
    expect((await use(await address())).ok).toBe(false);
    expect([await inbox.read('ab', 100), await inbox.read('cd', 100)]).toEqual([null, null]);
  });

  it('an old upload - is removed - and a new one stays', async () => {
    for (const key of ['ab', 'cd', 'ef']) await put(await address(key), JPEG);
    await inbox.removeOlderThan(new Date(Date.now() - 60_000));
    expect(await inbox.read('ab', 100)).toEqual(JPEG);
    await inbox.removeOlderThan(new Date(Date.now() + 60_000));
    expect(await Promise.all(['ab', 'cd', 'ef'].map((key) => inbox.read(key, 100)))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('a bucket', () => {
  it('two universities in one bucket - are separated by folder; a bucket that is gone is no absent file', async () => {
    const double = await startS3Double();
    const storeIn = (S3_PREFIX: string, key = S3_KEYS.secretAccessKey as string, S3_BUCKET = double.bucket) =>
      photoStore({
        env: readEnv({
          S3_ENDPOINT: double.endpoint,
          S3_BUCKET,
          S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
          S3_SECRET_ACCESS_KEY: key,
          S3_PREFIX,
        }),
        dataDir: '',
      });
    await storeIn('north/').write('ab/large.webp', JPEG);
    expect(await storeIn('south/').read('ab/large.webp')).toBeNull();
    expect([...double.objects.keys()]).toEqual(['north/photos/ab/large.webp']);
    await expect(storeIn('north/', 'another secret').read('ab/large.webp')).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
    // every picture would look deleted
    await expect(
      storeIn('north/', S3_KEYS.secretAccessKey, 'gone').read('ab/large.webp'),
    ).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await double.close();
  });
});
