import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ONE, servedBy, TWO, useSignedPlace } from '../testing/signed-place';

const place = useSignedPlace();

describe('a statement that a team signs', () => {
  it.each([undefined, null, 7, 'before', [null, 7, {}]])(
    'a pointer whose lists are %j - is read without earlier releases',
    async (list) => {
      await place.release(ONE);
      place.point(await place.signPointer({ before: list, past: list }));
      expect((await place.startShell()()).offers).toMatchObject({ before: [], past: [] });
    },
  );

  it.each(['../../photos/files/', '../files', '../files/../x/', 'https://evil.test/', ['../files/'], 7, ''])(
    'a signed manifest - with files at %j - is refused',
    async (files) => {
      const second = await place.release(TWO);
      place.point(await place.signAnything(second, { files, exposes: [], integrity: {} }));
      expect(await servedBy(place.startShell())).toBe('as shipped');
      expect(place.state.refusals).toEqual([
        `offers ${second} has a manifest that names files outside its folder`,
      ]);
    },
  );

  it('a malformed statement of one team - affects only that team’s remote', async () => {
    const both = await place.makeKey('both', ['offers', 'photos']);
    place.state.ring = { keys: [both.trusted] };
    const ask = place.startShell();
    const live = await place.release(ONE, { signer: both.signer });
    const nonsense = await both.signer.sign('flint-pointer', null as unknown as object);
    place.writePlace({ ...place.readPlace(), remotes: { ...place.readPlace().remotes, photos: nonsense } });
    expect(await servedBy(ask)).toBe(live);
    const next = await place.release(TWO, { signer: both.signer });
    expect(await servedBy(ask)).toBe(next);
  });

  it.each([
    ['a name with a null character', '1.0.0-\0', undefined],
    ['a name too long for a file', '1'.repeat(300), undefined],
    ['a manifest that is not JSON', '1.0.0-00000009', '{"exposes":'],
    ['a manifest of another shape', '1.0.0-00000009', '{"exposes":7}'],
  ])(
    'one team signs a release with %s - others release meanwhile - costs that team’s remote only',
    async (_what, release, manifest = '{}') => {
      const both = await place.makeKey('both', ['offers', 'photos']);
      place.state.ring = { keys: [both.trusted] };
      const ask = place.startShell();
      await place.release(ONE, { signer: both.signer });
      const { signer } = both;
      const where = { remote: 'photos', signer, folder: '1.0.0-00000009' };
      const photos = await place.signAnything(release, manifest, where);
      place.writePlace({ ...place.readPlace(), remotes: { ...place.readPlace().remotes, photos } });
      const next = await place.release(TWO, { signer: both.signer });
      expect(await servedBy(ask)).toBe(next);
      expect(place.state.refusals).toEqual([expect.stringMatching(/^photos cannot be read \(/)]);
    },
  );

  it('an invalid canary - beside a valid live release - is ignored alone', async () => {
    const first = await place.release(ONE);
    const second = await place.release(TWO, { canary: 10 });
    rmSync(join(place.dir, 'offers', second, 'release.jws'));
    const { offers } = await place.startShell()();
    expect(offers?.live?.release).toBe(first);
    expect(offers?.canary).toBeUndefined();
    expect(place.state.refusals).toEqual([`offers canary ${second} has no signature`]);
  });
});
