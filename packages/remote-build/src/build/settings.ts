import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The dev servers set it. Not NODE_ENV: whoever has that in the environment wants a release to build all the same. */
export const isProd = process.env['FLINT_DEV_SERVER'] === undefined;

/** A remote's `package.json`. */
interface RemotePackage {
  readonly name: string;
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly remote: {
    readonly id: string;
    /** Where its development server listens. */
    readonly port: number;
    readonly screens: readonly string[];
    /** Most kB (1000 bytes, gzip) its scripts and styles may weigh together: a release above it is refused. */
    readonly budget: number;
  };
}

/** What the package.json of a remote's folder says of it. Throws when it says nothing of a remote. */
export function readRemotePackage(dir: string): RemotePackage {
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as RemotePackage;
  const { id, port, screens } = manifest.remote ?? {};
  if (!id || !port || !screens)
    throw new Error(`${join(dir, 'package.json')} has no "remote" with an id, a port and screens.`);
  return manifest;
}

/** Where a build is: its folder, and the folder the names of its sources are relative to. */
export interface Place {
  readonly dir: string;
  /** The repository; the folder itself where it stands alone. */
  readonly root: string;
}

/** Version of a package as installed for a folder. */
const versionOf = (name: string, dir: string): string =>
  (createRequire(join(dir, 'package.json'))(`${name}/package.json`) as { version: string }).version;

/**
 * Share key -> exact version installed here, which is the shell's in its own repository. Shared modules are not tree-shaken, so nothing
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
 * What a remote asks of the shell's copy. Of remote-kit: its own contract or the next one, as the shell takes [n-1, n]; the
 * contract number is its major version.
 */
export function requiredVersion(key: string, version: string): string {
  if (!key.startsWith('@flint/remote-kit')) return `^${version}`;
  const contract = Number(version.split('.')[0]);
  return `^${contract}.0.0 || ^${contract + 1}.0.0`;
}

/** What each bundler's federation plugin is told to share: only the shell's copies, never one of its own. */
export const sharedSettings = (dir: string) =>
  Object.fromEntries(
    Object.entries(sharedVersions(dir)).map(([key, version]) => [
      key,
      {
        singleton: true,
        strictVersion: true,
        requiredVersion: requiredVersion(key, version),
        import: false as const,
      },
    ]),
  );

/** Dev servers listen beside those of a running `npm start`. */
export const devPort = (port: number) => port + Number(process.env['FLINT_DEV_PORT_OFFSET'] ?? 100);
