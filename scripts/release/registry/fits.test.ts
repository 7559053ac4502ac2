import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../../compose/remotes';
import { requiredVersion } from '@flint/remote-build/build/settings';
import { release } from '@flint/remote-build/release/commands';
import { fakeBuild } from '@flint/remote-build/release/testing/fake-build';
import { satisfies } from 'semver';
import { openPlace } from '../place';
import { assertFitsShell, LENT } from './fits';

const { parseRange, satisfy } = createRequire(import.meta.url)('webpack/lib/util/semver') as {
  parseRange(range: string): unknown;
  satisfy(range: unknown, version: string): boolean;
};

const readJson = (file: string) =>
  JSON.parse(readFileSync(join(REPOSITORY, file), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };

/** Version, range, and whether they match. */
const ROWS: readonly (readonly [string, string, boolean])[] = [
  ['19.3.1', '>=19.0.0', true],
  ['18.9.9', '>=19.0.0', false],
  ['19.3.1', '19.x', true],
  ['20.0.0', '19.x', false],
  ['19.3.1', '*', true],
  ['19.3.1', '19.3.1', true],
  ['19.3.1', '19.3.0', false],
  ['19.3.1', '=19.3.1', true],
  ['19.3.1', '^19.3.1', true],
  ['19.3.0', '^19.3.1', false],
  ['20.0.0', '^19.3.1', false],
  ['19.2.7', '~19.2', true],
  ['19.3.1', '~19.2', false],
  ['0.2.5', '^0.2.0', true],
  ['0.3.0', '^0.2.0', false],
  ['0.0.3', '^0.0.3', true],
  ['0.0.4', '^0.0.3', false],
  ['19.3.1', '>=19.1 <20 || 21.x', true],
  ['21.0.3', '>=19.1 <20 || 21.x', true],
  ['20.1.0', '>=19.1 <20 || 21.x', false],
  ['19.3.1', '^18.0.0 || ^19.0.0', true],
  ['20.0.0-rc.1', '^20.0.0', false],
  ['20.0.0-rc.2', '^20.0.0-rc.1', true],
  ['20.0.0-rc.1', '>=19.0.0', false],
  ['19.3.1', '18 - 20', true],
];

describe('versions of shared packages', () => {
  it.each(ROWS)(
    '%s - required as %s - fits: %s, as by the container in the browser',
    (version, range, fits) => {
      expect(satisfies(version, range)).toBe(fits);
      expect(satisfy(parseRange(range), version)).toBe(fits);
    },
  );

  it('the packages that the shell shares - compared with the installed ones - have the same versions', () => {
    const { react, 'react-dom': reactDom } = readJson('package.json').dependencies;
    const kit = readJson('packages/remote-kit/package.json').version;
    expect(LENT).toEqual({
      react,
      'react/jsx-runtime': react,
      'react-dom': reactDom,
      '@flint/remote-kit': kit,
      '@flint/remote-kit/data': kit,
    });
  });

  it.each([
    [
      { contract: 1, shared: [{ name: 'react', singleton: true, requiredVersion: '^20.0.0' }] },
      'needs react ^20.0.0; this shell lends 19.3.1',
    ],
    [
      { contract: 1, shared: [{ name: 'react', singleton: true, requiredVersion: 'soon' }] },
      'asks for react “soon”, which is no range of versions',
    ],
    [{ contract: 2 }, 'was built for contract 2; this shell takes 0 and 1'],
    [{}, 'was built for contract none; this shell takes 0 and 1'],
  ])('a manifest - %j - is refused: %s', (manifest, reason) => {
    expect(() => assertFitsShell(manifest, 1)).toThrow(reason);
  });

  it.each([
    { contract: 1 },
    { contract: 0, shared: [{ name: 'react', singleton: true, requiredVersion: '>=19' }] },
    { contract: 1, shared: [{ name: 'react', singleton: false, requiredVersion: '^18.0.0' }] },
    { contract: 1, shared: [{ name: 'constructor', singleton: true, requiredVersion: '^9' }] },
    { contract: 1, shared: [{ name: 'vue', singleton: true, requiredVersion: '^3' }] },
  ])('a manifest - %j - fits', (manifest) => {
    expect(() => assertFitsShell(manifest, 1)).not.toThrow();
  });
});

describe('a release of our own store', () => {
  it('built with a newer remote-kit than the shell has - after one that fits - changes nothing, and is logged', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'flint-fits-'));
    const refusals: string[] = [];
    const place = openPlace({ RELEASES: dir, DATA_DIR: dir }, '/', (remote, reason) =>
      refusals.push(`${remote} ${reason}`),
    );
    const name = '@flint/remote-kit';
    const publish = async (build: string, version: string) => {
      const dist = await fakeBuild({ build });
      const file = join(dist, 'mf-manifest.json');
      const shared = [{ name, singleton: true, requiredVersion: requiredVersion(name, version) }];
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), shared }));
      await release({ store: place.store }, { id: 'offers', dist, budget: 10, contract: 1 });
      return (await place.trusted())['offers']?.live?.release;
    };
    const [major, minor] = LENT[name]!.split('.').map(Number) as [number, number];
    expect(await publish('00000001', LENT[name]!)).toBe('1.0.0-00000001');
    expect(await publish('00000002', `${major}.${minor + 1}.0`)).toBe('1.0.0-00000001');
    expect(refusals).toEqual([
      `offers needs ${name} ^${major}.${minor + 1}.0 || ^${major + 1}.0.0; this shell lends ${LENT[name]}`,
    ]);
  });
});
