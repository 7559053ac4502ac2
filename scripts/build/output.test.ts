import { mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { precompress } from '@flint/remote-build/build/compress';
import { withBuildLock } from './build-browser';
import { sealManifest, sha384 } from '@flint/remote-build/build/seal';
import { measureWorkspace, sizeTable } from '@flint/remote-build/build/sizes';
import { typeOf } from '@flint/remote-build/serve/static-files';

let dist: string;
const put = (name: string, text: string) => writeFileSync(join(dist, name), text);
const read = (name: string) => readFileSync(join(dist, name));

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'flint-dist-'));
});

describe('build output', () => {
  it('sealManifest - a built remote - names its build, its contract and the sha384 of every script, stylesheet and font', async () => {
    put('mf-manifest.json', JSON.stringify({ id: 'flint_x' }));
    put('a.js', 'a');
    put('a.js.map', 'map');
    put('b.css', 'b');
    put('c.woff2', 'c');
    await sealManifest(dist, '0a1b2c3d');
    expect(JSON.parse(read('mf-manifest.json').toString())).toEqual({
      id: 'flint_x',
      build: '0a1b2c3d',
      contract: 1,
      integrity: {
        'a.js': sha384(Buffer.from('a')),
        'b.css': sha384(Buffer.from('b')),
        'c.woff2': sha384(Buffer.from('c')),
      },
    });
  });

  it.each(['js', 'mjs'])(
    'a script named .%s - in a remote of any bundler - is verified, compressed, weighed and served as a script',
    async (extension) => {
      const name = `remoteEntry-0a1b2c3d.${extension}`;
      put('mf-manifest.json', '{}');
      put(name, 'const x = 1;\n'.repeat(200));
      await sealManifest(dist, '0a1b2c3d');
      await precompress(dist);
      expect(JSON.parse(read('mf-manifest.json').toString())).toMatchObject({
        integrity: { [name]: sha384(read(name)) },
      });
      expect(read(`${name}.br`).length).toBeGreaterThan(0);
      expect(measureWorkspace('clubs', dist).scripts).toBeGreaterThan(0);
      expect(typeOf(name)).toBe('text/javascript; charset=utf-8');
    },
  );

  it('precompress - a long script - writes brotli and gzip copies that unpack to it', async () => {
    const text = 'const x = 1;\n'.repeat(200);
    put('a.js', text);
    put('short.js', 'x');
    await precompress(dist);
    expect(brotliDecompressSync(read('a.js.br')).toString()).toBe(text);
    expect(gunzipSync(read('a.js.gz')).toString()).toBe(text);
    expect(() => read('short.js.br')).toThrow('ENOENT');
  });

  it('sizeTable - one workspace - lists its gzip kilobytes', () => {
    put('a.js', 'x');
    put('a.js.map', 'y'.repeat(10_000));
    expect(sizeTable([measureWorkspace('shell', dist)])).toContain('shell                  0.0     0.0');
  });
});

describe('withBuildLock', () => {
  it('lock - two builds at once - run one after the other', async () => {
    const order: string[] = [];
    const job = (name: string) => async () => {
      order.push(`${name} starts`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push(`${name} ends`);
    };
    await Promise.all([withBuildLock(dist, job('a')), withBuildLock(dist, job('b'))]);
    expect(order).toHaveLength(4);
    expect(order[1]).toBe(order[0]?.replace('starts', 'ends'));
  });

  it.each([
    ['of a dead process', '999999999', 0],
    ['silent for a minute, although another process has its id', String(process.pid), 61],
  ])('lock - %s - is taken over', async (_name, owner, seconds) => {
    put('build.lock', owner);
    const beat = Date.now() / 1000 - seconds;
    utimesSync(join(dist, 'build.lock'), beat, beat);
    await expect(withBuildLock(dist, () => Promise.resolve('built'))).resolves.toBe('built');
  });
});
