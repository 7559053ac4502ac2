import path from 'node:path';
import { folderStore } from './folder-store';
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

/** The place named by RELEASES (a folder; `<DATA_DIR>/releases` when not set), RELEASES_URL and RELEASE_TEST_ORIGINS. */
export function openPlace(env: NodeJS.ProcessEnv, root: string): ReleasePlace {
  const place = env['RELEASES'] || path.join(env['DATA_DIR'] || '.data', 'releases');
  const dir = path.resolve(root, place);
  const testOrigins = (env['RELEASE_TEST_ORIGINS'] ?? '').split(',').filter(Boolean);
  return {
    store: folderStore(dir),
    dir,
    url: env['RELEASES_URL'] || null,
    testOrigins: testOrigins.map((origin) => new URL(origin.trim()).origin),
  };
}
