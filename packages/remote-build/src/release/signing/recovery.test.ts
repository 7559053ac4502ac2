import { readFileSync, writeFileSync } from 'node:fs';
import { readPointers } from '../pointers';
import { NO_MEMORY, ONE, servedBy, TWO, useSignedPlace } from '../testing/signed-place';
import { fileMemory } from './memory';
import { ReleaseRefused } from '../refused';
import { createTrust, trustedIn, type TrustOptions } from './trust';

const place = useSignedPlace();

describe('after a stolen key', () => {
  it('a pointer with a number of the future - although signed - is refused, and the previous release stays', async () => {
    const ask = place.startShell();
    const first = await place.release(ONE);
    expect(await servedBy(ask)).toBe(first);
    place.point(await place.signPointer({ moves: Number.MAX_SAFE_INTEGER }));
    expect(await servedBy(ask)).toBe(first);
    expect(place.state.refusals).toEqual(['offers has pointer 9007199254740991, a number of the future']);
  });

  it('a new history - signed by the next key, while the stolen one has signed the highest number - is served at once', async () => {
    const ask = place.startShell();
    const first = await place.release(ONE);
    const stolen = await place.makeKey('stolen');
    place.state.ring = { keys: [place.team.trusted, stolen.trusted] };
    const { live } = (await readPointers(place.store)).remotes['offers']!;
    const most = Math.floor(place.state.now.getTime() / 1_000) + 80_000;
    place.point(await place.signPointer({ live, moves: most }, stolen));
    expect(await servedBy(ask)).toBe(first);
    place.state.ring = {
      keys: [place.team.trusted, { ...stolen.trusted, revoked: place.state.now.toISOString() }],
    };
    const second = await place.release(TWO, { afresh: true });
    expect(await servedBy(ask)).toBe(second);
    expect(await servedBy(place.startShell())).toBe(second);
  });
});

/** Reads the place by its ring and clock, with nothing remembered. */
const forgetful = (more: Partial<TrustOptions> = {}) =>
  trustedIn(
    place.store,
    createTrust({
      store: place.store,
      ring: () => Promise.resolve(place.state.ring),
      memory: NO_MEMORY,
      now: () => place.state.now,
      ...more,
    }),
  );

describe('a store with garbage', () => {
  it.each(['', '{', 'null', '[]x', '{"remotes":null}', '{"remotes":{"offers":5,"photos":{},"auth":null}}'])(
    '%j in place of the pointers - while a shell runs and at its start - costs nothing, and a new history replaces it',
    async (garbage) => {
      const running = forgetful();
      const first = await place.release(ONE);
      expect(await servedBy(running)).toBe(first);
      writeFileSync(place.pointersFile, garbage);
      expect(await servedBy(running)).toBe(first);
      const unsigned = forgetful({ ring: () => Promise.resolve(null) });
      expect(await unsigned()).toEqual({});
      const second = await place.release(TWO, { afresh: true });
      expect(await servedBy(running)).toBe(second);
    },
  );

  it('a release on top of garbage - without --afresh - is refused with the way out', async () => {
    await place.release(ONE);
    writeFileSync(place.pointersFile, '{');
    await expect(place.release(ONE)).rejects.toThrow(
      `offers has no list of releases at ${place.dir}: a release with --afresh begins a new one.`,
    );
    expect(readFileSync(place.pointersFile, 'utf8')).toBe('{');
  });
});

describe('a memory', () => {
  it('in a file that cannot be written - several times - says so once, and costs nothing', async () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const memory = fileMemory(`${place.pointersFile}/below/a-file.json`);
    await place.release(ONE);
    for (const offers of ['a', 'b']) await memory.write({ offers });
    expect(await memory.read()).toEqual({});
    expect(write.mock.calls).toEqual([
      [expect.stringMatching(/^\[flint\] .*a-file\.json cannot be written/)],
    ]);
    write.mockRestore();
  });
});

describe('a release in service', () => {
  it('its manifest - changed while the shell runs - is reported and no longer served, until it is repaired', async () => {
    const ask = place.startShell();
    const first = await place.release(ONE);
    expect(await servedBy(ask)).toBe(first);
    const good = readFileSync(place.manifestOf(first));
    writeFileSync(place.manifestOf(first), '{}');
    place.state.now = new Date(place.state.now.getTime() + 6_000);
    expect(await servedBy(ask)).toBe('as shipped');
    expect(place.state.refusals).toEqual([`offers ${first} has another manifest than was signed`]);
    writeFileSync(place.manifestOf(first), good);
    expect(await servedBy(ask)).toBe(first);
  });
});

describe('a shell without memory', () => {
  it.each<[served: string, misfits: string[], damaged: string[], unknown: string]>([
    ['2', ['3'], [], 'none'],
    ['1', ['2', '3'], [], 'none'],
    ['as shipped', ['3'], ['2'], 'none'],
    ['as shipped', ['1', '2', '3'], [], 'none'],
    ['as shipped', [], ['3'], 'none'],
    ['as shipped', [], [], '3'],
    ['as shipped', ['3'], [], '2'],
  ])(
    'the newest release is live - serves %s if those it cannot run are %j, damaged ones %j, and unknown is whether it runs %s',
    async (served, misfits, damaged, unknown) => {
      const releases: string[] = [];
      for (const n of [1, 2, 3]) releases.push(await place.release(`0000000${n}`));
      const nameOf = (n: string) => releases[Number(n) - 1] ?? n;
      for (const n of damaged) writeFileSync(place.manifestOf(nameOf(n)), '{}');
      const refused: string[] = [];
      const ask = forgetful({
        findMisfit: async (_remote, { release }) => {
          if (release === nameOf(unknown)) throw new ReleaseRefused('has another manifest than was signed');
          return misfits.map(nameOf).includes(release) ? `cannot run ${release}` : null;
        },
        onRefused: (_remote, reason) => refused.push(reason),
      });
      expect(await servedBy(ask)).toBe(nameOf(served));
      const why = misfits.length > 0 ? `cannot run ${nameOf('3')}` : /has another manifest than was signed/;
      expect(refused).toEqual([expect.stringMatching(why)]);
    },
  );

  async function startForgetful(least?: Readonly<Record<string, number>>) {
    const first: string[] = [];
    const refused: string[] = [];
    const ask = forgetful({
      ...(least && { least }),
      onFirst: (remote, moves) => first.push(`${remote} ${moves}`),
      onRefused: (remote, reason) => refused.push(`${remote} ${reason}`),
    });
    return { served: await servedBy(ask), again: await servedBy(ask), first, refused };
  }

  it('an older pointer - played back - is named with its number, and refused below the configured least', async () => {
    const one = await place.release(ONE);
    const old = readFileSync(place.pointersFile);
    const two = await place.release(TWO);
    writeFileSync(place.pointersFile, old);
    expect(await startForgetful()).toEqual({ served: one, again: one, first: ['offers 1'], refused: [] });
    expect(await startForgetful({ offers: 2 })).toEqual({
      served: 'as shipped',
      again: 'as shipped',
      first: [],
      refused: ['offers has pointer 1, below 2 of RELEASES_LEAST'],
    });
    await place.release('00000003');
    expect(await startForgetful({ offers: 2 })).toMatchObject({
      served: expect.not.stringMatching(two),
      refused: [],
    });
  });
});
