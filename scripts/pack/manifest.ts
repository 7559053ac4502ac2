import type { SourceManifest } from './packages';

/** The page has one of each, whoever brings it: a second React would not know the first one's components. */
const PEERS: Readonly<Record<string, { readonly optional: boolean }>> = {
  react: { optional: false },
  'react-dom': { optional: false },
  // for `@flint/remote-kit/testing` only
  '@testing-library/react': { optional: true },
};

const published = (source: string, extension: string) =>
  source.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, extension);

/** What an entry of `exports` leads to: JavaScript with its types in place of TypeScript; other files as they are. */
function exportOf(target: string): string | Readonly<Record<string, string>> {
  if (!/\.tsx?$/.test(target)) return published(target, '');
  const script = published(target, '.js');
  // 'default' for tools that know no 'import', such as test runners
  return { types: published(target, '.d.ts'), import: script, default: script };
}

const mapValues = <T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/** The `package.json` a package is published with: its exports lead to what was built, and it may be published. */
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
