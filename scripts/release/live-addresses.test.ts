import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../serve/gateway';
import { liveAddresses, testAddresses } from './live-addresses';
import type { ReleasePlace } from './place';
import { createTrust, trustedIn } from '@flint/remote-build/release/signing/trust';
import { NO_MEMORY, openSignedPlace } from '@flint/remote-build/release/testing/signed-place';
import type { TrustedKey } from '@flint/remote-build/release/signing/key-ring';
import type { ReleaseRefused } from '@flint/remote-build/release/refused';
import type { Pointers } from '@flint/remote-build/release/pointers';
import { SHIPPED } from './registry/entries';
import { overviewOf } from './registry/overview';

const pointersTo = (release: string): Pointers => ({
  revision: 1,
  signed: {},
  remotes: {
    offers: {
      live: { release, integrity: 'sha384-x', contract: 1, since: '2030-01-01T00:00:00.000Z' },
      canary: {
        release: '2-canary',
        integrity: 'sha384-y',
        contract: 1,
        since: '2030-01-01T00:00:00.000Z',
        percent: 5,
      },
      before: [],
      past: [],
      moves: 1,
    },
  },
});

/** A release store whose pointers a test changes, or makes unreadable (null). */
function placeWith(options: Partial<ReleasePlace>) {
  const state: { pointers: Pointers | null; reads: number } = { pointers: pointersTo('1'), reads: 0 };
  const read = () => {
    state.reads += 1;
    if (!state.pointers) return Promise.reject(new Error('no answer'));
    return Promise.resolve({
      bytes: new TextEncoder().encode(JSON.stringify(state.pointers)),
      etag: 'x',
    });
  };
  const store = { place: 'test', read } as unknown as ReleasePlace['store'];
  const ring = () => Promise.resolve(null);
  const trust = createTrust({ store, ring, memory: NO_MEMORY });
  return {
    state,
    place: {
      store,
      dir: '/releases',
      url: null,
      findTest: () => Promise.reject(new Error('none')),
      trusted: trustedIn(store, trust),
      refusals: new Map<string, ReleaseRefused>(),
      registry: () => Promise.resolve({ entries: SHIPPED, refused: [] }),
      elsewhere: () => {
        throw new Error('none is elsewhere');
      },
      ...options,
    },
  };
}

const own = () => ({
  auth: { entry: 'http://127.0.0.1:1/mf-manifest.json', integrity: 'sha384-a', version: '1' },
  offers: { entry: 'http://127.0.0.1:2/mf-manifest.json', integrity: 'sha384-o', version: '1' },
});
const servers = new Map([['offers', { url: 'http://127.0.0.1:2' }]]);

describe('liveAddresses', () => {
  it('a released and an unreleased remote - in a folder of this machine - have the addresses of the release and of the repository’s build', async () => {
    const { place } = placeWith({});
    const { auth, offers } = await liveAddresses(place, { own, servers })();
    expect(auth?.entry).toBe('http://127.0.0.1:1/mf-manifest.json');
    expect(offers).toEqual({
      entry: 'http://127.0.0.1:2/1/mf-manifest.json',
      integrity: 'sha384-x',
      version: '1',
      canary: {
        entry: 'http://127.0.0.1:2/2-canary/mf-manifest.json',
        integrity: 'sha384-y',
        version: '2-canary',
        percent: 5,
      },
    });
  });

  it('the pointers - while they cannot be read - are those read last', async () => {
    const { place, state } = placeWith({});
    const addresses = liveAddresses(place, { own, servers });
    await addresses();
    state.pointers = null;
    expect((await addresses())['offers']?.version).toBe('1');
  });

  it.each([
    ['revoked', (key: TrustedKey) => ({ ring: { keys: [{ ...key, revoked: '2030-01-01' }] } })],
    ['expired', () => ({ now: new Date('2031-01-01T00:00:00Z') })],
  ])('a signed release - %s while the pointers cannot be read - ends', async (_what, change) => {
    const { store, state, team, release } = await openSignedPlace();
    const ring = () => Promise.resolve(state.ring);
    const trust = createTrust({ store, ring, memory: NO_MEMORY, now: () => state.now });
    const { place } = placeWith({ store, trusted: trustedIn(store, trust) });
    const addresses = liveAddresses(place, { own, servers });
    const live = await release('00000001');
    expect((await addresses())['offers']?.version).toBe(live);
    await store.write('remotes.json', Buffer.from('{'));
    expect((await addresses())['offers']?.version).toBe(live);
    Object.assign(state, change(team.trusted));
    expect(await addresses()).toEqual(own());
  });

  it('a bucket - under many requests - is read every two seconds at most, and no later request waits for it', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const { place, state } = placeWith({ dir: null, url: 'https://remotes.campus.edu' });
    const addresses = liveAddresses(place, { own, servers });
    expect((await addresses())['offers']?.entry).toBe('https://remotes.campus.edu/offers/1/mf-manifest.json');
    state.pointers = pointersTo('2');
    for (let n = 0; n < 5; n++) expect((await addresses())['offers']?.version).toBe('1');
    expect(state.reads).toBe(1);
    now = 2_001;
    expect((await addresses())['offers']?.version).toBe('1');
    await new Promise((resolve) => setImmediate(resolve));
    expect((await addresses())['offers']?.version).toBe('2');
    expect(state.reads).toBe(2);
  });
});

describe('a registered origin', () => {
  const { offers } = pointersTo('1').remotes;
  const shipped = SHIPPED.find(({ id }) => id === 'offers')!;
  const silent = { pointers: null, refused: 'cannot be reached' };

  it.each([
    ['a remote', { id: 'clubs' }, 'script-src'],
    ['a shipped remote', {}, 'script-src'],
    ['a remote of another owner', { id: 'clubs', trust: 'foreign' as const }, 'connect-src'],
  ])(
    'of %s - before its first answer - is in the policy of page and worker, which the answer leaves as they are',
    async (_what, changes, directive) => {
      const entry = { ...shipped, origin: 'https://team.test/', ...changes };
      const now = jest.fn().mockResolvedValue({ pointers: offers, refused: null });
      for (const _request of ['page', 'worker']) now.mockResolvedValueOnce(silent);
      const { place } = placeWith({
        trusted: () => Promise.resolve({}),
        registry: () => Promise.resolve({ entries: [entry], refused: [] }),
        elsewhere: () => ({ now }) as unknown as ReturnType<ReleasePlace['elsewhere']>,
      });
      const shellDir = mkdtempSync(join(tmpdir(), 'flint-live-'));
      for (const file of ['index.html', 'sw.js']) writeFileSync(join(shellDir, file), file);
      const ownPath = () => ({ offers: { ...own().offers, entry: '/remotes/offers/mf-manifest.json' } });
      const remotes = liveAddresses(place, { own: ownPath, servers });
      const gateway = await startGateway({ port: 0, shellDir, remotes });
      const read = async () => {
        const page = await fetch(gateway.url);
        const worker = await fetch(`${gateway.url}/sw.js`);
        return [page.headers.get('content-security-policy'), await worker.text()];
      };
      const before = await read();
      expect(before[0]).toContain(`${directive} 'self' https://team.test`);
      expect(before[1]).toContain('"origins":["https://team.test"]');
      expect(await read()).toEqual(before);
      await gateway.close();
    },
  );
});

describe('the panel of testers', () => {
  it('a release of ours that is refused - after one that runs - shows that one, and the reason, also while it is read again', async () => {
    const { store, state, release } = await openSignedPlace();
    const ring = () => Promise.resolve(state.ring);
    const refusals = new Map<string, ReleaseRefused>();
    const trust = createTrust({ store, ring, memory: NO_MEMORY, now: () => state.now, refusals });
    const { place } = placeWith({ store, trusted: trustedIn(store, trust), refusals });
    const live = await release('00000001');
    const find = async () => (await overviewOf(place)()).remotes.find(({ id }) => id === 'offers');
    expect(await find()).toMatchObject({ refused: null, releases: [{ release: live }] });
    await store.write('remotes.json', Buffer.from('{"remotes":{"offers":{"moves":9}}}'));
    const forget = jest.spyOn(refusals, 'delete');
    expect(await find()).toMatchObject({
      refused: 'has lost its signed pointer',
      releases: [{ release: live }],
    });
    expect(forget).not.toHaveBeenCalled();
  });
});

describe('what testers request, which anybody can', () => {
  const askOften = (ask: () => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: 50 }, () => ask()));

  it('the panel, an unknown release and invented names - under many requests - are read once each, and 50 names at most', async () => {
    const findTest = jest.fn(() => Promise.reject(new Error('none')));
    const { place, state } = placeWith({ findTest });
    await askOften(overviewOf(place));
    expect(state.reads).toBe(1);
    const find = testAddresses(place, servers);
    await askOften(() => find('offers', '1.0.0-aaaaaaaa'));
    expect(findTest).toHaveBeenCalledTimes(1);
    let n = 0;
    for (let times = 0; times < 4; times++) await askOften(() => find('offers', `1.0.0-${n++}`));
    expect(findTest).toHaveBeenCalledTimes(50);
  });

  it('a release that was unknown - published two seconds later - is found', async () => {
    jest.useFakeTimers();
    const found = { remote: 'offers', release: '1', manifest: 'sha384-x', author: '', commit: '' };
    const findTest = jest.fn().mockRejectedValueOnce(new Error('none')).mockResolvedValue(found);
    const find = testAddresses(placeWith({ findTest }).place, servers);
    await expect(find('offers', '1')).rejects.toThrow('none');
    await expect(find('offers', '1')).rejects.toThrow('none');
    await jest.advanceTimersByTimeAsync(2_000);
    expect((await find('offers', '1')).address.integrity).toBe('sha384-x');
    jest.useRealTimers();
  });
});
