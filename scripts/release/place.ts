import path from 'node:path';
import { folderStore } from './folder-store';
import { ReleaseRefused } from './pointers';
import { s3Store } from './s3-store';
import type { ReleaseStore } from './store';

/** Where releases are kept and how browsers reach them. */
export interface ReleasePlace {
  readonly store: ReleaseStore;
  /** The folder, when this machine serves it itself. */
  readonly dir: string | null;
  /** Where browsers reach the releases otherwise, without a slash at the end. */
  readonly url: string | null;
  /** Origins a tester may point a remote to, in that tester's browser only. */
  readonly testOrigins: readonly string[];
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

function bucketOf(env: NodeJS.ProcessEnv, address: string): ReleaseStore {
  const { hostname, pathname } = new URL(address);
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  return s3Store({
    bucket: hostname,
    prefix: folder && `${folder}/`,
    region: env['S3_REGION'] || 'us-east-1',
    endpoint: env['S3_ENDPOINT'] || undefined,
    accessKeyId: env['S3_ACCESS_KEY_ID'] || undefined,
    secretAccessKey: env['S3_SECRET_ACCESS_KEY'] || undefined,
  });
}

/**
 * The place named by RELEASES: a folder (`<DATA_DIR>/releases` when not set), or `s3://bucket/folder` with the S3 settings,
 * which browsers reach at RELEASES_URL. Throws ReleaseRefused for a bucket without an address.
 */
export function openPlace(env: NodeJS.ProcessEnv, root: string): ReleasePlace {
  const place = env['RELEASES'] || path.join(env['DATA_DIR'] || '.data', 'releases');
  const url = env['RELEASES_URL'] ? withoutSlash(env['RELEASES_URL']) : null;
  const testOrigins = (env['RELEASE_TEST_ORIGINS'] ?? '')
    .split(',')
    .filter(Boolean)
    .map((origin) => new URL(origin.trim()).origin);
  if (place.startsWith('s3://')) {
    if (!url)
      throw new ReleaseRefused('RELEASES is a bucket: RELEASES_URL must say where browsers reach it.');
    return { store: bucketOf(env, place), dir: null, url, testOrigins };
  }
  const dir = path.resolve(root, place);
  return { store: folderStore(dir), dir, url, testOrigins };
}
