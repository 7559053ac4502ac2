import { release, rollback } from '@flint/remote-build/release/commands';
import { openPlace } from './place';
import { readPointers } from '@flint/remote-build/release/pointers';
import { listReleases } from '@flint/remote-build/release/publish';
import type { ReleaseStore } from '@flint/remote-build/release/store';
import { entryOf, fakeBuild } from '@flint/remote-build/release/testing/fake-build';
import { S3_KEYS, startS3Double } from '@flint/testing/s3-double';

let double: Awaited<ReturnType<typeof startS3Double>>;
let store: ReleaseStore;

beforeEach(async () => {
  double = await startS3Double();
  const place = openPlace(
    {
      RELEASES: `s3://${double.bucket}/flint`,
      RELEASES_URL: 'https://remotes.campus.edu/flint',
      S3_ENDPOINT: double.endpoint,
      S3_ACCESS_KEY_ID: 'photos',
      RELEASES_S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      RELEASES_S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    },
    '/',
  );
  expect([place.dir, place.url]).toEqual([null, 'https://remotes.campus.edu/flint']);
  store = place.store;
});
afterEach(() => double.close());

async function releaseBuild(build: string, id = 'offers') {
  const dist = await fakeBuild({ build });
  return release({ store }, { id, dist, budget: 10, contract: 1 });
}

describe('releases in an S3 bucket', () => {
  it.each([
    ['no user of its own', {}],
    ['the photos’ user', { RELEASES_S3_ACCESS_KEY_ID: 'photos' }],
  ])('%s - beside a bucket of photos - is refused in a sentence', (_name, settings) => {
    const env = {
      RELEASES: 's3://remotes',
      RELEASES_URL: 'https://x.test',
      S3_ACCESS_KEY_ID: 'photos',
      ...settings,
    };
    expect(() => openPlace(env, '/')).toThrow('to another user than the photos’');
  });

  it('release, release, roll-back - through the SDK - end at the first, and both folders exist', async () => {
    await releaseBuild('00000001');
    await releaseBuild('00000002');
    await rollback({ store }, 'offers');
    expect((await readPointers(store)).remotes['offers']?.live?.release).toBe('1.0.0-00000001');
    const known = await listReleases(store, 'offers');
    expect(known.map((each) => each.release)).toEqual(['1.0.0-00000001', '1.0.0-00000002']);
    expect(double.objects.get(`flint/offers/files/${entryOf('00000001')}`)?.type).toContain(
      'text/javascript',
    );
  });

  it('writeIf - another writer was first - returns false and does not overwrite', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(await store.writeIf('x.json', bytes('a'), null)).toBe(true);
    expect(await store.writeIf('x.json', bytes('b'), null)).toBe(false);
    const read = await store.read('x.json');
    expect(await store.writeIf('x.json', bytes('c'), read?.etag ?? null)).toBe(true);
    expect(await store.writeIf('x.json', bytes('d'), read?.etag ?? null)).toBe(false);
    expect(double.objects.get('flint/x.json')?.bytes.toString()).toBe('c');
    expect(await store.read('y.json')).toBeNull();
  });

  it('remove - a release of more files than a page of the list - removes them all and nothing else', async () => {
    for (let n = 0; n < 8; n++) await store.write(`offers/1/${n}.js`, new Uint8Array());
    await store.write('offers/10/0.js', new Uint8Array());
    await store.remove('offers/1/');
    expect([...double.objects.keys()]).toEqual(['flint/offers/10/0.js']);
  });
});
