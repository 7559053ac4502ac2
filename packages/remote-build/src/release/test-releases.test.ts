import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseTest, rollback } from './commands';
import { DAY_MS } from './pointers';
import { prune } from './prune';
import { listReleases } from './publish';
import { ONE, servedBy, TWO, useSignedPlace, type TestKey } from './testing/signed-place';

const place = useSignedPlace();
let tester: TestKey;
beforeEach(async () => {
  tester = await place.makeKey('tester', ['offers'], true);
  place.state.ring = { keys: [place.team.trusted, tester.trusted] };
});

const fileOf = (release: string, name: string) => join(place.dir, 'offers', release, name);

describe('a test release', () => {
  it('signed by a test key - beside a live release - is found by its name, and not served to students', async () => {
    const ask = place.startShell();
    const live = await place.release(ONE);
    const tried = await place.releaseTest(TWO, tester);
    await expect(place.findTest('offers', tried)).resolves.toMatchObject({
      remote: 'offers',
      release: tried,
    });
    expect(await servedBy(ask)).toBe(live);
    expect((await ask())['offers']?.canary).toBeUndefined();
    expect(place.state.refusals).toEqual([]);
  });

  it('a second one, and the first again - are listed once each for testers, newest first', async () => {
    const [one, two] = [await place.releaseTest(ONE, tester), await place.releaseTest(TWO, tester)];
    const listed = () => JSON.parse(readFileSync(join(place.dir, 'offers/tests.json'), 'utf8')) as unknown;
    expect(listed()).toEqual([two, one]);
    await place.releaseTest(ONE, tester);
    expect(listed()).toEqual([one, two]);
  });

  it('two at once - are both listed', async () => {
    const made = await Promise.all([ONE, TWO].map((built) => place.releaseTest(built, tester)));
    const listed = JSON.parse(readFileSync(join(place.dir, 'offers/tests.json'), 'utf8')) as string[];
    expect(listed.toSorted()).toEqual(made.toSorted());
  });

  it('with a list that is damaged - is refused with the name of the file', async () => {
    await place.releaseTest(ONE, tester);
    writeFileSync(join(place.dir, 'offers/tests.json'), '[');
    await expect(place.releaseTest(TWO, tester)).rejects.toThrow('offers/tests.json is not JSON');
  });

  it('the keys - for tests and for releases - sign only their kind, and a command refuses the other', async () => {
    await place.release(ONE);
    const context = { ...place.context(tester) };
    await expect(rollback(context, 'offers')).rejects.toThrow('is signed by tester, a key for test releases');
    const workspace = { id: 'offers', dist: '', budget: 10, contract: 1 };
    await expect(releaseTest(place.context(), workspace)).rejects.toThrow(
      'is signed by team, a key for releases, not for test releases',
    );
  });

  const attacks: Readonly<Record<string, [act: (release: string) => unknown, says: RegExp]>> = {
    'its statement gone': [(release) => rmSync(fileOf(release, 'test-release.jws')), /is not a test release/],
    'a byte of its statement changed': [
      (release) => {
        const file = fileOf(release, 'test-release.jws');
        const [head, payload = '', signature] = readFileSync(file, 'utf8').split('.');
        const text = Buffer.from(payload, 'base64url').toString().replace('"2030', '"2039');
        writeFileSync(file, [head, Buffer.from(text).toString('base64url'), signature].join('.'));
      },
      /a signature that does not fit it/,
    ],
    'another manifest': [
      (release) => writeFileSync(fileOf(release, 'mf-manifest.json'), '{}'),
      /another manifest than was signed/,
    ],
    'a key nobody trusts': [() => (place.state.ring = { keys: [place.team.trusted] }), /not trusted/],
    'a key that was revoked': [
      () => (place.state.ring = { keys: [{ ...tester.trusted, revoked: '2030-05-01' }] }),
      /a key revoked on/,
    ],
    'a key of another remote': [
      () => (place.state.ring = { keys: [{ ...tester.trusted, remotes: ['photos'] }] }),
      /may not release offers/,
    ],
    'fifteen days later': [() => place.pass(15), /was a test release until/],
    'the clock of the shell set to no time at all': [
      () => (place.state.now = new Date(Number.NaN)),
      /was a test release until/,
    ],
  };

  it.each(Object.entries(attacks))('%s - cannot be opened', async (_name, [act, says]) => {
    const tried = await place.releaseTest(TWO, tester);
    await place.findTest('offers', tried);
    act(tried);
    await expect(place.findTest('offers', tried)).rejects.toThrow(says);
  });

  it('the statement of another test, or of a real release under a test’s name - is refused', async () => {
    const one = await place.releaseTest(ONE, tester);
    const two = await place.releaseTest(TWO, tester);
    copyFileSync(fileOf(one, 'test-release.jws'), fileOf(two, 'test-release.jws'));
    await expect(place.findTest('offers', two)).rejects.toThrow('is not the release that was signed');
    const three = await place.release('00000003');
    copyFileSync(fileOf(three, 'release.jws'), fileOf(three, 'test-release.jws'));
    await expect(place.findTest('offers', three)).rejects.toThrow('not for test releases');
  });

  it('the statement of a test in the place of a release’s - with a pointer to it - is refused by a shell', async () => {
    const tried = await place.releaseTest(TWO, tester);
    copyFileSync(fileOf(tried, 'test-release.jws'), fileOf(tried, 'release.jws'));
    await rollback(place.context(), 'offers', tried).catch(() => undefined);
    await place.release(ONE);
    await rollback(place.context(), 'offers', tried);
    expect(await servedBy(place.startShell())).toBe('as shipped');
    expect(place.state.refusals).toEqual(['offers is signed by tester, a key for test releases']);
  });

  it('a roll-back to it - by the team - is refused: it was never released', async () => {
    await place.release(ONE);
    const tried = await place.releaseTest(TWO, tester);
    await expect(rollback(place.context(), 'offers', tried)).rejects.toThrow('is a test release');
    // the same build, released: now it is one
    await place.release(TWO);
    await place.release(ONE);
    await expect(rollback(place.context(), 'offers', tried)).resolves.toMatchObject({
      live: { release: tried },
    });
  });

  it('many test releases - when old releases are deleted - do not count as releases, and expire after fourteen days', async () => {
    const first = await place.release(ONE);
    for (let n = 2; n < 8; n++) await place.releaseTest(`0000000${n}`, tester);
    const at = (days: number) => new Date(Date.now() + days * DAY_MS);
    expect(await prune(place.store, 'offers', { keep: 1, at: at(10) })).toEqual([]);
    expect(await prune(place.store, 'offers', { keep: 1, at: at(15) })).toHaveLength(6);
    expect((await listReleases(place.store, 'offers')).map(({ release }) => release)).toEqual([first]);
  });
});

describe('the releases that a shell serves', () => {
  it('read repeatedly - without changes - have their statements read once; a revoked key takes effect at once', async () => {
    const reads: string[] = [];
    const { read } = place.store;
    place.store.read = (key) => (reads.push(key), read(key));
    const ask = place.startShell();
    const first = await place.release(ONE);
    await ask();
    reads.length = 0;
    for (let n = 0; n < 5; n++) expect(await servedBy(ask)).toBe(first);
    expect(reads).toEqual(Array(5).fill('remotes.json'));
    place.state.ring = { keys: [{ ...place.team.trusted, revoked: '2030-05-01' }] };
    expect(await servedBy(ask)).toBe('as shipped');
  });

  it('a release signed again by another key, then the first one revoked - in a running shell - stays', async () => {
    const ask = place.startShell();
    const first = await place.release(ONE);
    expect(await servedBy(ask)).toBe(first);
    const next = await place.makeKey('next');
    place.state.ring = { keys: [place.team.trusted, next.trusted] };
    // the same build: statement and pointer are written again
    await place.release(ONE, { signer: next.signer, afresh: true });
    expect(await servedBy(ask)).toBe(first);
    place.state.ring = { keys: [{ ...place.team.trusted, revoked: '2030-05-01' }, next.trusted] };
    expect(await servedBy(ask)).toBe(first);
  });
});
