import path from 'node:path';
import { folderStore } from '@flint/remote-build/release/folder-store';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { createElsewhere } from './registry/elsewhere';
import { createRegistry, type Registry } from './registry/read';
import { misfitsIn } from './registry/release-fits';
import { s3Store } from './s3-store';
import { NO_KEYS, readKeyRing, type KeyRing } from '@flint/remote-build/release/signing/key-ring';
import { fileMemory } from '@flint/remote-build/release/signing/memory';
import { createTrust, trustedIn } from '@flint/remote-build/release/signing/trust';
import type { ReleaseStore } from '@flint/remote-build/release/store';
import { testReleases, type FindTestRelease } from '@flint/remote-build/release/test-releases';

/** The release store, and how browsers reach it. */
export interface ReleasePlace {
  readonly store: ReleaseStore;
  /** The folder, when this machine serves it itself. */
  readonly dir: string | null;
  /** The base address of releases elsewhere, without a final slash. */
  readonly url: string | null;
  /** Finds a test release, for a tester's browser only. */
  readonly findTest: FindTestRelease;
  /** Reads the store's pointers, verified with the keys of this shell. */
  readonly trusted: ReturnType<typeof trustedIn>;
  /** Why the pointers that `trusted` read last are refused, by remote. */
  readonly refusals: ReadonlyMap<string, ReleaseRefused>;
  /** Reads the trusted registry. */
  readonly registry: () => Promise<Registry>;
  /** The state of a remote at another origin. */
  readonly elsewhere: ReturnType<typeof createElsewhere>;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** The writer of photos must not be able to release, and vice versa: two users of the object store. */
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

/** Whether this Flint is in production: then it trusts only signed releases; without RELEASE_KEYS only its own builds. */
export const isReached = (env: {
  readonly NODE_ENV?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
}) => env.NODE_ENV === 'production' || (env.PUBLIC_URL ?? '').startsWith('https:');

/** The keys that this shell trusts; null if nothing needs a signature. Throws ReleaseRefused. */
export async function ringOf(env: NodeJS.ProcessEnv): Promise<KeyRing | null> {
  return (await readKeyRing(env['RELEASE_KEYS'])) ?? (isReached(env) ? NO_KEYS : null);
}

const DEFAULT_PORT = 4300;

/** The origin of this Flint: a registry names it, so that another environment's is refused. */
export const environmentOf = (env: NodeJS.ProcessEnv): string =>
  new URL(env['PUBLIC_URL'] || `http://127.0.0.1:${env['PORT'] || DEFAULT_PORT}`).origin;

/** Parses RELEASES_LEAST: `offers=12, photos=3`. Throws ReleaseRefused. */
export function leastOf(text = ''): Readonly<Record<string, number>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const least = pairs.map((pair) => /^\s*([a-z][a-z0-9-]*)\s*=\s*(\d{1,15})\s*$/.exec(pair));
  if (!least.every((found) => found !== null))
    throw new ReleaseRefused('RELEASES_LEAST names a least number for remotes: offers=12, photos=3');
  return Object.fromEntries(least.map(([, id, number]) => [id, Number(number)]));
}

const logFirst = (remote: string, moves: number) =>
  process.stderr.write(
    `[flint] ${remote} has pointer ${moves}, and DATA_DIR knows no earlier one: an older one would have passed. RELEASES_LEAST=${remote}=${moves} refuses it\n`,
  );

const logRefused = (remote: string, reason: string) =>
  process.stderr.write(`[flint] release refused: ${remote} ${reason}\n`);

/**
 * The release store named by RELEASES: a folder (default: `<DATA_DIR>/releases`), or `s3://bucket/folder`, which browsers reach at RELEASES_URL.
 * `onRefused` receives each refusal with its reason. Throws ReleaseRefused for a bucket without an address or a separate user.
 */
export function openPlace(
  env: NodeJS.ProcessEnv,
  root: string,
  onRefused: (remote: string, reason: string) => void = logRefused,
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
  const least = leastOf(env['RELEASES_LEAST']);
  const refusals = new Map<string, ReleaseRefused>();
  // with a least number nothing is left to say
  const onFirst = (remote: string, moves: number) => least[remote] === undefined && logFirst(remote, moves);
  const trust = createTrust({
    store,
    ring,
    least,
    // a shell that was not replaced yet, or was rolled back, may lack what a release imports
    findMisfit: misfitsIn(store, {}, REMOTE_CONTRACT),
    onFirst,
    memory: fileMemory(path.join(dataDir, 'trusted-releases.json')),
    refusals,
    onRefused,
  });
  const trusted = trustedIn(store, trust, onRefused);
  const reached = isReached(env);
  const registry = createRegistry({
    store,
    ring,
    memory: fileMemory(path.join(dataDir, 'trusted-registry.json')),
    environment: environmentOf(env),
    isReached: reached,
    onRefused,
  });
  const elsewhere = createElsewhere({
    isReached: reached,
    contract: REMOTE_CONTRACT,
    dataDir,
    least,
    onFirst,
    onRefused,
  });
  const findTest = testReleases({ store, ring });
  return { store, dir, url, findTest, trusted, refusals, registry, elsewhere };
}
