import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listening } from '@flint/testing/listening';
import { createElsewhere } from './elsewhere';
import { openTeam, type Team } from './testing/team-elsewhere';

let dir: string;
let team: Team;
let refusals: string[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'flint-elsewhere-'));
  team = await openTeam();
  refusals = [];
});
afterEach(() => team.close());

/** A shell that starts now, with the memory of the previous one. */
const startShell = (options: Partial<Parameters<typeof createElsewhere>[0]> = {}) =>
  createElsewhere({
    isReached: false,
    firstMs: 60_000,
    contract: 1,
    dataDir: dir,
    onRefused: (remote, reason) => refusals.push(`${remote} ${reason}`),
    ...options,
  });
const seen = async (entry = team.entry(), options = {}) => {
  const { pointers, refused, why } = await startShell(options)(entry).now();
  return { release: pointers?.live?.release ?? null, refused, why };
};
const good = (release: string) => ({ release, refused: null });

describe('releases at another origin', () => {
  it('signed by a key of the entry - are served', async () => {
    expect((await seen()).refused).toBe('has no release');
    const release = await team.release('00000001');
    expect(await seen()).toEqual(good(release));
    expect(refusals).toEqual([]);
  });

  it('its origin down - also after a restart - the last trusted state stays, and it is logged once', async () => {
    const release = await team.release('00000001');
    await seen();
    team.setFault((path) => (path.endsWith('/remotes.json') ? { status: 503, body: '' } : null));
    const shell = startShell();
    const found = await Promise.all([shell(team.entry()).now(), shell(team.entry()).now()]);
    expect(found[0].pointers?.live?.release).toBe(release);
    expect(found[0].refused).toBe(`cannot be reached at ${team.url} (it answered 503)`);
    expect(refusals).toEqual([`clubs cannot be reached at ${team.url} (it answered 503)`]);
  });

  it('a key of another team, or of the platform - signs a pointer for it - is refused', async () => {
    const stranger = await team.makeKey('stranger');
    await team.release('00000001', { signer: stranger.signer });
    expect((await seen()).refused).toBe(`is signed by a key that is not trusted (${stranger.public.kid})`);
    const tests = team.entry({ keys: [team.testKey.public] });
    await team.store.remove('remotes.json');
    await team.release('00000002', { signer: team.testKey.signer });
    expect((await seen(tests)).refused).toBe('is signed by tests, a key for test releases');
  });

  it.each([true, false])(
    'a key revoked in the registry - while its origin answers (%s) - ends the releases that it signed',
    async (isUp) => {
      const release = await team.release('00000001');
      const shell = startShell();
      expect((await shell(team.entry()).now()).pointers?.live?.release).toBe(release);
      if (!isUp) team.setFault(() => ({ status: 503, body: '' }));
      const revoked = team.entry({ keys: [{ ...team.key.public, revoked: '2030-01-01T00:00:00Z' }] });
      expect(await shell(revoked).now()).toEqual({
        pointers: null,
        refused: 'is signed by team, a key revoked on 2030-01-01T00:00:00Z',
        why: 'gone',
      });
    },
  );

  it('a release of a later contract - made after the registration - is not run', async () => {
    await team.release('00000001', { contract: 7 });
    const refused = 'was built for contract 7; this shell takes 0 and 1';
    expect(await seen()).toEqual({ release: null, refused, why: 'unfit' });
  });

  it.each<[string, string, Parameters<Team['entry']>[0], string]>([
    ['signed', 'in the page', {}, 'needs react ^20.0.0; this shell lends 19.3.1'],
    ['unsigned', 'in development', { keys: [] }, 'needs react ^20.0.0; this shell lends 19.3.1'],
    [
      'signed',
      'in a frame',
      { trust: 'foreign' },
      'takes react from the page, and a frame shares nothing: create it with --with own-react',
    ],
  ])(
    '%s, a release that does not fit - after one that does, %s - is not served, also at a server without memory',
    async (kind, _when, changes, reason) => {
      let now = 0;
      jest.spyOn(performance, 'now').mockImplementation(() => now);
      const release = (hash: string, manifest = {}) =>
        team.release(hash, { manifest, ...(kind === 'unsigned' && { signer: null }) });
      const entry = team.entry(changes);
      const first = await release('00000001');
      const there = startShell()(entry);
      expect((await there.now()).pointers?.live?.release).toBe(first);
      await release('00000002', { shared: [{ name: 'react', singleton: true, requiredVersion: '^20.0.0' }] });
      const lookUntil = async (refused: string | null) => {
        let after = await there.now();
        while (after.refused !== refused) {
          now += 2_001;
          after = await there.now();
          await new Promise((resolve) => setImmediate(resolve));
        }
        return after.pointers?.live?.release;
      };
      expect(await lookUntil(reason)).toBe(first);
      const dataDir = mkdtempSync(join(tmpdir(), 'flint-elsewhere-'));
      expect(await seen(entry, { dataDir })).toEqual({ ...good(first), refused: reason });
      await release('00000003');
      expect(await lookUntil(null)).toBe('1.0.0-00000003');
      expect(refusals).toContain(`clubs ${reason}`);
    },
  );

  it('an older list played back - at a start without memory - is named with its number, and refused below the least', async () => {
    const release = await team.release('00000001');
    const old = (await team.store.read('remotes.json'))!.bytes;
    await team.release('00000002');
    await team.store.write('remotes.json', old);
    const first: string[] = [];
    const onFirst = (remote: string, moves: number) => void first.push(`${remote} ${moves}`);
    const least = { clubs: 2 };
    const refused = { release: null, refused: 'has pointer 1, below 2 of RELEASES_LEAST', why: 'down' };
    expect(await seen(team.entry(), { onFirst, least })).toEqual(refused);
    expect(first).toEqual([]);
    expect(await seen(team.entry(), { onFirst })).toEqual(good(release));
    expect(first).toEqual(['clubs 1']);
  });

  it('a release name that points elsewhere - without signatures - is not requested', async () => {
    const live = { release: '../../secret', integrity: 'sha384-x', contract: 1, since: '2030-01-01' };
    const pointers = { revision: 1, remotes: { clubs: { live, before: [], past: [], moves: 1 } } };
    await team.store.write('remotes.json', new TextEncoder().encode(JSON.stringify(pointers)));
    expect(await seen(team.entry({ keys: [] }))).toEqual({
      release: null,
      refused: 'has a release with a name we cannot ask for (../../secret)',
      why: 'unfit',
    });
    expect(team.requests.some((path) => path.includes('secret'))).toBe(false);
  });

  it.each([
    ['nothing', { status: 404, body: '' }],
    ['a page', { status: 200, body: '<!doctype html>' }],
    ['other JSON', { status: 200, body: '{"contract":7}' }],
    ['an error', { status: 503, body: '' }],
  ])('an origin that answers %s once - for a verified manifest - loses no release', async (_what, answer) => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const first = await team.release('00000001');
    const there = startShell()(team.entry());
    const live = async () => (await there.now()).pointers?.live?.release;
    expect(await live()).toBe(first);
    const second = await team.release('00000002');
    const isManifest = (path: string) => path.includes(second) && path.endsWith('/mf-manifest.json');
    // the first request is that of the signature's check
    team.setFault((path) =>
      isManifest(path) && team.requests.filter(isManifest).length === 2 ? answer : null,
    );
    const seen = new Set<string | undefined>();
    while (!seen.has(second)) {
      now += 2_001;
      seen.add(await live());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([...seen]).toEqual([first, second]);
  });

  it('the first two pages after a start - at the same time - both wait for the origin', async () => {
    const release = await team.release('00000001');
    const there = startShell()(team.entry());
    const found = await Promise.all([there.now(), there.now()]);
    expect(found.map(({ pointers }) => pointers?.live?.release)).toEqual([release, release]);
  });

  it('an origin that never answers - requested by the first page - does not delay it', async () => {
    const { url: origin, close } = await listening(createServer(() => undefined));
    const there = startShell({ firstMs: 50 })(team.entry({ origin }));
    // the first page's time limit is shorter than an origin's
    expect(await there.now()).toEqual({ pointers: null, refused: null });
    await close();
  });

  it('a test release - by its key, by another, of another name - is accepted or refused', async () => {
    await team.release('00000001');
    const test = await team.releaseTest('00000002');
    const there = startShell()(team.entry());
    expect(await there.tests()).toEqual([test]);
    expect((await there.findTest(test)).release).toBe(test);
    await expect(there.findTest('1.0.0-00000009')).rejects.toThrow('is not a test release');
    const without = startShell()(team.entry({ keys: [team.key.public] }));
    await expect(without.findTest(test)).rejects.toThrow('is signed by a key that is not trusted');
  });
});
