import path from 'node:path';
import { folderStore } from '@flint/remote-build/release/folder-store';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { createElsewhere } from './registry/elsewhere';
import { createRegistry, type Registry } from './registry/read';
import { s3Store } from './s3-store';
import { NO_KEYS, readKeyRing, type KeyRing } from '@flint/remote-build/release/signing/key-ring';
import { fileMemory } from '@flint/remote-build/release/signing/memory';
import { createTrust, type Trust } from '@flint/remote-build/release/signing/trust';
import type { ReleaseStore } from '@flint/remote-build/release/store';
import { testReleases, type FindTestRelease } from '@flint/remote-build/release/test-releases';

/** Where releases are kept and how browsers reach them. */
export interface ReleasePlace {
  readonly store: ReleaseStore;
  /** The folder, when this machine serves it itself. */
  readonly dir: string | null;
  /** Where browsers reach the releases otherwise, without a slash at the end. */
  readonly url: string | null;
  /** Finds a test release, for a tester's browser only. */
  readonly findTest: FindTestRelease;
  /** Holds the pointers of the place against the keys of this shell. */
  readonly trust: Trust;
  /** Which remotes there are, as far as this shell trusts it. */
  readonly registry: () => Promise<Registry>;
  /** What is known of a remote whose releases are at an origin of their own. */
  readonly elsewhere: ReturnType<typeof createElsewhere>;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** Whoever can write photos must not be able to release, nor the other way round: two users of the store. */
function bucketOf(env: NodeJS.ProcessEnv, address: string): ReleaseStore {
  const { hostname, pathname } = new URL(address);
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  const accessKeyId = env['RELEASES_S3_ACCESS_KEY_ID'] || undefined;
  if (env['S3_ACCESS_KEY_ID'] && (!accessKeyId || accessKeyId === env['S3_ACCESS_KEY_ID'])) {
    throw new ReleaseRefused(
      'RELEASES is a bucket: set RELEASES_S3_ACCESS_KEY_ID and RELEASES_S3_SECRET_ACCESS_KEY to another user than the photos’.',
    );
  }
  return s3Store({
    bucket: hostname,
    prefix: folder && `${folder}/`,
    region: env['S3_REGION'] || 'us-east-1',
    endpoint: env['S3_ENDPOINT'] || undefined,
    accessKeyId,
    secretAccessKey: env['RELEASES_S3_SECRET_ACCESS_KEY'] || undefined,
  });
}

/** Whether students reach this Flint: then it trusts what it can check; without RELEASE_KEYS that is nothing but its own builds. */
export const isReached = (env: {
  readonly NODE_ENV?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
}) => env.NODE_ENV === 'production' || (env.PUBLIC_URL ?? '').startsWith('https:');

/** The keys this shell trusts; null where nothing needs to be signed. Throws ReleaseRefused. */
export async function ringOf(env: NodeJS.ProcessEnv): Promise<KeyRing | null> {
  return (await readKeyRing(env['RELEASE_KEYS'])) ?? (isReached(env) ? NO_KEYS : null);
}

const DEFAULT_PORT = 4300;

/** Origin of the Flint that settings are for: a registry names it, so that one of another environment is not taken. */
export const environmentOf = (env: NodeJS.ProcessEnv): string =>
  new URL(env['PUBLIC_URL'] || `http://127.0.0.1:${env['PORT'] || DEFAULT_PORT}`).origin;

const sayRefused = (remote: string, reason: string) =>
  process.stderr.write(`[flint] release refused: ${remote} ${reason}\n`);

/**
 * The place named by RELEASES: a folder (`<DATA_DIR>/releases` when not set), or `s3://bucket/folder`, which browsers reach at RELEASES_URL.
 * `onRefused` is told what is not trusted, and why. Throws ReleaseRefused for a bucket without an address or without a user of its own.
 */
export function openPlace(
  env: NodeJS.ProcessEnv,
  root: string,
  onRefused: (remote: string, reason: string) => void = sayRefused,
): ReleasePlace {
  const dataDir = path.resolve(root, env['DATA_DIR'] || '.data');
  const place = env['RELEASES'] || path.join(dataDir, 'releases');
  const url = env['RELEASES_URL'] ? withoutSlash(env['RELEASES_URL']) : null;
  const isBucket = place.startsWith('s3://');
  if (isBucket && !url)
    throw new ReleaseRefused('RELEASES is a bucket: RELEASES_URL must say where browsers reach it.');
  const dir = isBucket ? null : path.resolve(root, place);
  const store = dir === null ? bucketOf(env, place) : folderStore(dir);
  const ring = () => ringOf(env);
  const trust = createTrust({
    store,
    ring,
    memory: fileMemory(path.join(dataDir, 'trusted-releases.json')),
    onRefused,
  });
  const reached = isReached(env);
  const registry = createRegistry({
    store,
    ring,
    memory: fileMemory(path.join(dataDir, 'trusted-registry.json')),
    environment: environmentOf(env),
    isReached: reached,
    onRefused,
  });
  const elsewhere = createElsewhere({ isReached: reached, contract: REMOTE_CONTRACT, dataDir, onRefused });
  return { store, dir, url, findTest: testReleases({ store, ring }), trust, registry, elsewhere };
}
