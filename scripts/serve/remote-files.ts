import path from 'node:path';
import { remoteWorkspaces } from '../compose/remotes';
import type { ReleasePlace } from '../release/place';
import { servedNotes } from '@flint/remote-build/release/served';
import type { RemoteFiles } from './remote-server';
import { ownPathOf, type ServedRemote } from './remotes-json';

/** The remotes of this checkout and their releases, by id. `dists`: folders that replace built ones. */
export function remoteFiles(
  releases: ReleasePlace | undefined,
  dists: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, RemoteFiles> {
  const note = releases && servedNotes(releases.store);
  const files = remoteWorkspaces().map(
    ({ id, dir }) =>
      [
        id,
        {
          dir: dists[id] ?? path.join(dir, 'dist'),
          ...(releases?.dir && { releasesDir: path.join(releases.dir, id) }),
          // a failed write must not fail the request
          onServed: (release: string) => void note?.(id, release).catch(() => undefined),
        },
      ] as const,
  );
  return new Map(files);
}

/** Their addresses where the page's own origin serves them, so that its policy names no other origin for scripts. */
export const atOwnOrigin = (files: ReadonlyMap<string, RemoteFiles>): ReadonlyMap<string, ServedRemote> =>
  new Map([...files].map(([id, { dir }]) => [id, { dir, url: ownPathOf(id) }]));
