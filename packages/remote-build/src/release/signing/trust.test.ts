import { createPrivateKey } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canary, renew, rollback } from '../commands';
import { ONE, servedBy, TWO, useSignedPlace } from '../testing/signed-place';
import { signerOf } from './signatures';

const place = useSignedPlace();

describe('a signed release', () => {
  it('signed by the team - as release, canary or roll-back - is served by a shell that trusts the team', async () => {
    const ask = place.startShell();
    const first = await place.release(ONE);
    expect(await servedBy(ask)).toBe(first);
    const second = await place.release(TWO, { canary: 10 });
    expect((await ask())['offers']).toMatchObject({ live: { release: first }, canary: { release: second } });
    const context = place.context();
    await canary(context, 'offers', 100);
    expect(await servedBy(ask)).toBe(second);
    await rollback(context, 'offers');
    expect(await servedBy(ask)).toBe(first);
    await rollback(context, 'offers');
    expect(await servedBy(ask)).toBe('as shipped');
    expect(place.state.refusals).toEqual([]);
  });

  it('an external signer - any command that signs with the key - replaces the key file', async () => {
    const jwk = JSON.parse(readFileSync(place.team.file, 'utf8')) as import('node:crypto').JsonWebKey;
    const pem = join(place.dir, '../key.pem');
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    writeFileSync(pem, key.export({ format: 'pem', type: 'pkcs8' }));
    const command = `"${process.execPath}" -e "const c=require('crypto'),f=require('fs');process.stdout.write(c.sign('sha256',f.readFileSync(0),f.readFileSync('${pem}')))"`;
    const signer = await signerOf({ RELEASE_SIGNER: command, RELEASE_KEY_ID: place.team.trusted.kid });
    // DER omits leading zeros: several signatures include short ones, too
    for (let n = 1; n <= 4; n++) {
      const made = await place.release(`0000000${n}`, { signer });
      expect(await servedBy(place.startShell())).toBe(made);
    }
    const failing = await signerOf({ RELEASE_SIGNER: 'false', RELEASE_KEY_ID: 'x' });
    await expect(place.release('00000009', { signer: failing })).rejects.toThrow('did not sign');
  });
});

describe('a writer of the release store', () => {
  const attacks: Readonly<
    Record<
      string,
      {
        readonly act: (first: string) => Promise<void> | void;
        readonly says: RegExp;
      }
    >
  > = {
    'an unsigned pointer': {
      act: () => {
        place.point({ live: null, before: [], past: [], moves: 99 });
      },
      says: /^offers has lost its signed pointer$/,
    },
    'a pointer signed by another key': {
      act: async () => {
        const stranger = await place.makeKey('stranger');
        await place.release(TWO, { signer: stranger.signer });
      },
      says: /^offers is signed by a key that is not trusted \(/,
    },
    'a pointer signed by the team of another remote': {
      act: async () => {
        const photos = await place.makeKey('photos-team', ['photos']);
        place.state.ring = { keys: [...place.state.ring.keys, photos.trusted] };
        await place.release(TWO, { signer: photos.signer });
      },
      says: /^offers is signed by photos-team, which may not release offers$/,
    },
    'a changed pointer': {
      act: () => {
        const [head, payload, signature] = place.readPlace().remotes['offers']!.split('.');
        const text = Buffer.from(payload!, 'base64url').toString().replace('"moves":1', '"moves":8');
        place.point([head, Buffer.from(text).toString('base64url'), signature].join('.'));
      },
      says: /^offers has a signature that does not fit it$/,
    },
    'a pointer that states nothing, signed by the team': {
      act: async () => {
        const nothing = await place.team.signer.sign('flint-pointer', null as unknown as object);
        place.point(nothing);
      },
      says: /^offers is signed and states nothing$/,
    },
    'a pointer that expires on no day': {
      act: async () => place.point(await place.signPointer({ expires: 'never' })),
      says: /^offers has a pointer that expired on never/,
    },
    'a pointer whose number cannot be compared': {
      act: async () => place.point(await place.signPointer({ moves: 'x' })),
      says: /^offers has a pointer without a number$/,
    },
    'a pointer of a key retired on no day': {
      act: async () => {
        await place.release(TWO, { canary: 10 });
        const next = await place.makeKey('next');
        place.state.ring = { keys: [place.team.trusted, { ...next.trusted, until: 'soon' }] };
        place.point(await place.signPointer({}, next));
      },
      says: /^offers is signed by next, a key retired on soon$/,
    },
    'a release statement in the place of a pointer': {
      act: (first) => place.point(readFileSync(join(place.dir, 'offers', first, 'release.jws'), 'utf8')),
      says: /^offers is signed as flint-release, not as flint-pointer$/,
    },
    'the pointer of another remote': {
      act: async () => {
        const both = await place.makeKey('both', ['offers', 'photos']);
        place.state.ring = { keys: [...place.state.ring.keys, both.trusted] };
        place.point(await place.signPointer({ remote: 'photos' }, both));
      },
      says: /^offers is signed for photos$/,
    },
    'a pointer to a release nobody signed': {
      act: async () => {
        const second = await place.release(TWO);
        rmSync(join(place.dir, 'offers', second, 'release.jws'));
      },
      says: /^offers 1\.0\.0-00000002 has no signature$/,
    },
    'the signature of another release': {
      act: async (first) => {
        const second = await place.release(TWO);
        const statement = readFileSync(join(place.dir, 'offers', first, 'release.jws'));
        writeFileSync(join(place.dir, 'offers', second, 'release.jws'), statement);
      },
      says: /^offers 1\.0\.0-00000002 is not the release that was signed \(1\.0\.0-00000001\)$/,
    },
    'a changed manifest': {
      act: async () => {
        const second = await place.release(TWO);
        writeFileSync(
          place.manifestOf(second),
          readFileSync(place.manifestOf(second), 'utf8').replace('1.0.0', '1.0.1'),
        );
      },
      says: /^offers 1\.0\.0-00000002 has another manifest than was signed$/,
    },
    'no pointer at all': {
      act: () => rmSync(place.pointersFile),
      says: /^offers has lost its signed pointer$/,
    },
    'a file that is no JSON': {
      act: () => place.point('nonsense'),
      says: /^offers is not signed$/,
    },
  };

  it.each(Object.entries(attacks))(
    '%s - is refused and logged, and the previous release stays',
    async (_name, { act, says }) => {
      const ask = place.startShell();
      const first = await place.release(ONE);
      expect(await servedBy(ask)).toBe(first);
      await act(first);
      expect(await servedBy(ask)).toBe(first);
      // after a restart, too
      expect(await servedBy(place.startShell())).toBe(first);
      expect(place.state.refusals[0]).toMatch(says);
      // each shell logs it once
      await ask();
      expect(new Set(place.state.refusals).size).toBeLessThanOrEqual(place.state.refusals.length);
      expect(place.state.refusals.length).toBeLessThanOrEqual(2);
    },
  );

  it.each(Object.entries(attacks).filter(([, { says }]) => !says.source.includes('lost')))(
    '%s - at a shell without an earlier pointer - is refused, and the shipped build is served',
    async (_name, { act }) => {
      const first = await place.release(ONE);
      await act(first);
      expect(await servedBy(place.startShell())).toBe('as shipped');
      expect(place.state.refusals).toHaveLength(1);
    },
  );

  it('an old pointer - replayed while the shell runs and after its restart - is refused', async () => {
    const ask = place.startShell();
    await place.release(ONE);
    const old = readFileSync(place.pointersFile);
    const second = await place.release(TWO);
    expect(await servedBy(ask)).toBe(second);
    writeFileSync(place.pointersFile, old);
    expect(await servedBy(ask)).toBe(second);
    expect(await servedBy(place.startShell())).toBe(second);
    expect(place.state.refusals).toEqual(
      Array(2).fill('offers has pointer 1, older than 2, which was seen before'),
    );
  });

  it('two pointers with one number - both signed - the second is refused', async () => {
    const ask = place.startShell();
    await place.release(ONE);
    const before = readFileSync(place.pointersFile);
    const second = await place.release(TWO);
    expect(await servedBy(ask)).toBe(second);
    writeFileSync(place.pointersFile, before);
    await place.release('00000003');
    expect(await servedBy(ask)).toBe(second);
    expect(place.state.refusals).toEqual(['offers has two pointers numbered 2']);
  });

  it('a frozen pointer - not renewed for 90 days - is no longer trusted until it is renewed', async () => {
    const ask = place.startShell();
    const first = await place.release(ONE);
    place.pass(89);
    expect(await servedBy(ask)).toBe(first);
    place.pass(2);
    expect(await servedBy(ask)).toBe('as shipped');
    expect(place.state.refusals[0]).toMatch(/^offers has a pointer that expired on 2030-07-30/);
    await renew(place.context(), 'offers');
    expect(await servedBy(ask)).toBe(first);
  });

  it('a manifest that names files outside its folder - although signed - is refused', async () => {
    const second = await place.release(TWO);
    for (const name of [
      '../other/evil.js',
      'https://evil.test/x.js',
      '//evil.test/x.js',
      '/x.js',
      '..\\x.js',
    ]) {
      const manifest = { exposes: [{ assets: { js: { sync: [name] } } }], integrity: {} };
      place.point(await place.signAnything(second, manifest));
      place.state.refusals.length = 0;
      expect(await servedBy(place.startShell())).toBe('as shipped');
      expect(place.state.refusals).toEqual([
        `offers ${second} has a manifest that names files outside its folder`,
      ]);
    }
  });
});
