import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { REPOSITORY } from '../../compose/remotes';
import { satisfies } from 'semver';
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
