import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseJson, ReleaseRefused } from '../release/refused';
import type { TrustedKey } from '../release/signing/key-ring';

/** The dev servers set it. Not NODE_ENV: a release must build in production mode whatever NODE_ENV says. */
export const isProd = process.env['FLINT_DEV_SERVER'] === undefined;

/** The file that the platform registers, as far as a build reads it. */
export interface Entry {
  readonly id: string;
  readonly screens: readonly { readonly id: string }[];
  readonly origin?: string;
  readonly keys?: readonly Omit<TrustedKey, 'remotes'>[];
}

/** A remote's `package.json`. */
interface RemotePackage {
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly remote: {
    readonly id: string;
    /** The port of its development server. */
    readonly port: number;
    readonly screens: readonly string[];
    /** The maximum kB (1000 bytes, gzip) of its scripts and styles together; a larger release is refused. */
    readonly budget: number;
  };
  /** Of a remote elsewhere. */
  readonly entry?: Entry;
}

/** Of a remote elsewhere, unless its package.json says otherwise. */
const BUDGET = 100;
const PORT = 4390;

export const entryFileOf = (dir: string): string => join(dir, 'flint-remote.json');

/** The `remote` block of a remote elsewhere. */
const blockOf = ({ id, screens = [], origin = '' }: Entry) => ({
  id,
  port: (URL.canParse(origin) && Number(new URL(origin).port)) || PORT,
  screens: screens.map((screen) => screen.id),
  budget: BUDGET,
});

/** Reads a folder's package.json, with its `remote` block: elsewhere, flint-remote.json has it. Throws ReleaseRefused if there is none. */
export function readRemotePackage(dir: string): RemotePackage {
  const read = <T>(file: string) => parseJson<T>(readFileSync(file, 'utf8'), file);
  const entryFile = entryFileOf(dir);
  const manifest = read<Omit<RemotePackage, 'remote'> & Partial<Pick<RemotePackage, 'remote'>>>(
    join(dir, 'package.json'),
  );
  const entry = existsSync(entryFile) ? read<Entry>(entryFile) : undefined;
  const remote = { ...(entry && blockOf(entry)), ...manifest.remote } as RemotePackage['remote'];
  if (!remote.id || !remote.port || !remote.screens)
    throw new ReleaseRefused(`${dir} has no flint-remote.json with an id and screens.`);
  return { ...manifest, remote, ...(entry && { entry }) };
}

/** The name of a remote's container and chunks. */
export const nameOf = (id: string): string => `flint_${id.replaceAll('-', '_')}`;

/** What the federation plugin of each bundler is told about a remote. */
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
 * contract number is its major version.
 */
export function requiredVersion(key: string, version: string): string {
  if (!key.startsWith('@flint/remote-kit')) return `^${version}`;
  const contract = Number(version.split('.')[0]);
  return `^${contract}.0.0 || ^${contract + 1}.0.0`;
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
