import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readRemotePackage } from './remote-package';

/** False in the dev servers, which set FLINT_DEV_SERVER. NODE_ENV does not count: a release is always a production build. */
export const isProd = process.env['FLINT_DEV_SERVER'] === undefined;

/** The name of a remote's container and chunks. */
export const nameOf = (id: string): string => `flint_${id.replaceAll('-', '_')}`;

/** The options of a remote for each bundler's federation plugin. */
export const federationSettings = (dir: string) => ({
  name: nameOf(readRemotePackage(dir).remote.id),
  exposes: { './remote': './src/remote.tsx' },
  manifest: true,
  dts: false,
});

/** A build's folder, and the folder to which its source names are relative. */
export interface Place {
  readonly dir: string;
  /** The repository; the folder itself if it is not in one. */
  readonly root: string;
}

/** The installed version of a package, as seen from a folder. */
const versionOf = (name: string, dir: string): string =>
  (createRequire(join(dir, 'package.json'))(`${name}/package.json`) as { version: string }).version;

/**
 * Share key -> exact installed version, which is the shell's in its own repository. Shared modules are not tree-shaken, so nothing
 * else is shared; the semver of @flint/remote-kit is the compatibility check between a remote and the shell.
 */
export function sharedVersions(dir: string): Readonly<Record<string, string>> {
  const react = versionOf('react', dir);
  const remoteKit = versionOf('@flint/remote-kit', dir);
  return {
    react,
    'react/jsx-runtime': react,
    ...(isProd ? {} : { 'react/jsx-dev-runtime': react }),
    'react-dom': versionOf('react-dom', dir),
    '@flint/remote-kit': remoteKit,
    '@flint/remote-kit/data': remoteKit,
  };
}

/**
 * The version range that a remote requires of the shell's copy. Of remote-kit: its own contract or the next one, as the shell accepts [n-1, n]; the
 * contract number is its major version. An older minor version lacks names that the remote may import.
 */
export function requiredVersion(key: string, version: string): string {
  if (!key.startsWith('@flint/remote-kit')) return `^${version}`;
  const [contract, minor] = version.split('.').map(Number) as [number, number];
  return `^${contract}.${minor}.0 || ^${contract + 1}.0.0`;
}

/** One copy of each shared package, in a version that fits; the rest of its setting by `more`. */
const sharedBy = <More extends object>(dir: string, more: (key: string, version: string) => More) =>
  Object.fromEntries(
    Object.entries(sharedVersions(dir)).map(([key, version]) => [
      key,
      { singleton: true, strictVersion: true, ...more(key, version) },
    ]),
  );

/** The `shared` setting of each bundler's federation plugin: only the shell's copies, never the remote's own. */
export const sharedSettings = (dir: string) =>
  sharedBy(dir, (key, version) => ({
    requiredVersion: requiredVersion(key, version),
    import: false as const,
  }));

/** The `shared` setting of the shell: its copies. The data package loads when the first remote or screen needs it. */
export const providedPackages = (dir: string) =>
  sharedBy(dir, (key, version) => ({
    version,
    requiredVersion: version,
    eager: key !== '@flint/remote-kit/data',
  }));

/** The offset between the ports of dev servers and those of `npm start`. */
export const devPort = (port: number) => port + Number(process.env['FLINT_DEV_PORT_OFFSET'] ?? 100);
