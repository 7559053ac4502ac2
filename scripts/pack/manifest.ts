import type { SourceManifest } from './packages';

/** The page has one copy of each: a second React would not know the first one's components. */
const PEERS: Readonly<Record<string, { readonly optional: boolean }>> = {
  react: { optional: false },
  'react-dom': { optional: false },
  // for `@flint/remote-kit/testing` only
  '@testing-library/react': { optional: true },
};

const published = (source: string, extension: string) =>
  source.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, extension);

/** The published target of an `exports` entry: JavaScript with types instead of TypeScript; other files unchanged. */
function exportOf(target: string): string | Readonly<Record<string, string>> {
  if (!/\.tsx?$/.test(target)) return published(target, '');
  const script = published(target, '.js');
  // 'default' for tools without 'import', such as test runners
  return { types: published(target, '.d.ts'), import: script, default: script };
}

const mapValues = <T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/** The `package.json` of a published package: its exports lead to the built files, and it is not private. */
export function publishedManifest(source: SourceManifest): Readonly<Record<string, unknown>> {
  const { name, version, description, exports = {}, dependencies = {}, devDependencies = {} } = source;
  const { bin } = source.publishConfig ?? {};
  const own = Object.entries(dependencies).filter(([key]) => !Object.hasOwn(PEERS, key));
  const peers = Object.entries({ ...devDependencies, ...dependencies }).filter(([key]) =>
    Object.hasOwn(PEERS, key),
  );
  const optional = peers.filter(([key]) => PEERS[key]?.optional);
  return {
    name,
    version,
    description,
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=20.19' },
    files: ['dist', 'CHANGELOG.md', 'LICENSE'],
    sideEffects: ['**/*.css'],
    exports: { ...mapValues(exports, exportOf), './package.json': './package.json' },
    ...(bin && { bin: mapValues(bin, (file) => published(file, '.js')) }),
    dependencies: Object.fromEntries(own),
    ...(peers.length > 0 && {
      peerDependencies: mapValues(Object.fromEntries(peers), (exact) => `^${exact}`),
    }),
    ...(optional.length > 0 && {
      peerDependenciesMeta: Object.fromEntries(optional.map(([key]) => [key, { optional: true }])),
    }),
  };
}
