import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../../cli/arguments';
import type { ReleaseHome } from '../../cli/home';
import { runVerb } from '../../cli/release';
import { release, renew, rollback } from '../commands';
import { readPointers } from '../pointers';
import { fakeBuild } from '../testing/fake-build';
import { ONE, servedBy, type TestKey, TWO, useSignedPlace } from '../testing/signed-place';
import type { KeyRing } from './key-ring';
import { signerOf } from './signatures';

const place = useSignedPlace();

describe('keys', () => {
  it('rotated with an overlap - the old and the new key - lose no release', async () => {
    const ask = place.startShell();
    const first = await place.release(ONE);
    const next = await place.makeKey('next');
    const until = '2030-05-31T12:00:00.000Z';
    place.state.ring = { keys: [{ ...place.team.trusted, until }, next.trusted] };
    expect(await servedBy(ask)).toBe(first);
    await renew(place.context(next), 'offers');
    place.pass(31);
    // the retired key signed the release, the new one the pointer
    expect(await servedBy(ask)).toBe(first);
    const late = renew(place.context(), 'offers');
    await expect(late).rejects.toThrow(
      /what this key signs would be refused: it is signed by team, a key retired on/,
    );
    expect(place.state.refusals).toEqual([]);
  });

  it('the live build released again, or named by a roll-back - with the next key, 60 days later - is signed for 90 more', async () => {
    const ask = place.startShell();
    const first = await place.release(ONE);
    expect(await servedBy(ask)).toBe(first);
    place.pass(60);
    const next = await place.makeKey('next');
    const until = place.state.now.toISOString();
    place.state.ring = { keys: [{ ...place.team.trusted, until }, next.trusted] };
    expect(await servedBy(ask)).toBe('as shipped');
    await place.release(ONE, { signer: next.signer });
    expect(await servedBy(ask)).toBe(first);
    place.pass(60);
    await rollback(place.context(next), 'offers', first);
    place.pass(60);
    expect(await servedBy(ask)).toBe(first);
  });

  it('revoked - in a running shell - end the releases they signed, and no others', async () => {
    const ask = place.startShell();
    await place.release(ONE);
    await ask();
    const next = await place.makeKey('next');
    place.state.ring = { keys: [{ ...place.team.trusted, revoked: '2030-05-01T12:00:00Z' }, next.trusted] };
    expect(await servedBy(ask)).toBe('as shipped');
    expect(place.state.refusals[0]).toBe('offers is signed by team, a key revoked on 2030-05-01T12:00:00Z');
    const context = place.context(next);
    await expect(renew(context, 'offers')).rejects.toThrow(
      /so nothing is built on it: publish --afresh starts a new history/,
    );
    const second = await place.release(TWO, { signer: next.signer, afresh: true });
    expect(await servedBy(ask)).toBe(second);
  });

  it('commands without a key - where pointers are signed - are refused, and nothing moves', async () => {
    await place.release(ONE);
    const before = await readPointers(place.store);
    await expect(place.release(TWO, { signer: null })).rejects.toThrow('offers is signed: set RELEASE_KEY');
    await expect(renew({ store: place.store }, 'offers')).rejects.toThrow('Nobody signs here');
    expect((await readPointers(place.store)).remotes).toEqual(before.remotes);
  });

  it('a key file that is readable by others, invalid or missing - is refused in a sentence', async () => {
    chmodSync(place.team.file, 0o644);
    await expect(signerOf({ RELEASE_KEY: place.team.file })).rejects.toThrow('chmod 600');
    // where each file that can be written has 0o666
    const own = Object.getOwnPropertyDescriptor(process, 'platform')!;
    Object.defineProperty(process, 'platform', { ...own, value: 'win32' });
    const onWindows = await signerOf({ RELEASE_KEY: place.team.file }).catch(String);
    Object.defineProperty(process, 'platform', own);
    expect(onWindows).toHaveProperty('kid');
    await expect(signerOf({ RELEASE_KEY: join(place.dir, 'none.json') })).rejects.toThrow('there is no');
    const bad = `${place.team.file}.bad`;
    writeFileSync(bad, '{}', { mode: 0o600 });
    await expect(signerOf({ RELEASE_KEY: bad })).rejects.toThrow('is no private key');
    await expect(signerOf({ RELEASE_SIGNER: 'true' })).rejects.toThrow('needs RELEASE_KEY_ID');
    expect(await signerOf({})).toBeNull();
  });
});

describe('renew without a name', () => {
  const remotes = ['offers', 'photos'].map((id) => ({ id, dist: '', budget: 10, contract: 1 }));
  let other: TestKey;
  beforeEach(async () => {
    other = await place.makeKey('other', ['photos']);
    place.state.ring = { keys: [place.team.trusted, other.trusted] };
    const dist = await fakeBuild({ build: ONE });
    for (const [index, { signer }] of [place.team, other].entries())
      await release({ store: place.store, signer }, { ...remotes[index]!, dist });
  });

  /** Runs it outside the folder of a remote; returns its lines and its failure. */
  async function renewAll(
    ring = place.state.ring as KeyRing | null,
    env: object = { RELEASE_KEY: other.file },
  ) {
    const home = { store: place.store, remotes, env, ring: () => Promise.resolve(ring) };
    const print = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const call = readArguments('', '[remote]', []);
    const failure = await runVerb(home as unknown as ReleaseHome, 'renew', call).catch(
      ({ message }: Error) => message,
    );
    const lines = print.mock.calls.join('');
    print.mockRestore();
    return { lines, failure };
  }
  const movesOf = async () => {
    const { remotes: all } = await readPointers(place.store);
    return remotes.map(({ id }) => all[id]?.moves);
  };

  it.each([true, false])(
    'of two teams, with a list of keys (%s) - renews what this key signs, and no other',
    async (hasRing) => {
      const before = place.readPlace().remotes;
      const { lines, failure } = await renewAll(hasRing ? place.state.ring : null);
      expect(failure).toBeUndefined();
      expect(lines).toContain('offers: skipped, because this key does not sign it');
      expect(place.readPlace().remotes['offers']).toBe(before['offers']);
      expect(await movesOf()).toEqual([1, 2]);
    },
  );

  it('where one is refused - renews the next, and fails with the reason', async () => {
    const both = { ...other.trusted, remotes: ['offers', 'photos'] };
    const { failure } = await renewAll({ keys: [both] });
    expect(failure).toMatch(/^offers is signed by a key that is not trusted .* starts a new history\.$/);
    expect(await movesOf()).toEqual([1, 2]);
  });

  it('with no key, or one that signs none - fails in one sentence, and renews none', async () => {
    expect((await renewAll(null, {})).failure).toMatch(/^Nobody signs here: [^\n]+$/);
    const { file } = await place.makeKey('stranger');
    expect((await renewAll(null, { RELEASE_KEY: file })).failure).toBe('This key signs none of them.');
    expect(await movesOf()).toEqual([1, 1]);
  });
});
