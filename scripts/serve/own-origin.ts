import path from 'node:path';
import { remoteWorkspaces } from '../compose/remotes';
import type { ReleasePlace } from '../release/place';
import { servedNotes } from '@flint/remote-build/release/served';
import type { RemoteFiles } from './remote-server';
import { ownPathOf, type ServedRemote } from './remotes-json';

/** Records which releases are served. A failed write must not fail the request. */
export function recordServed(releases: ReleasePlace | undefined): (id: string) => (release: string) => void {
  const note = releases && servedNotes(releases.store);
  return (id) => (release) => void note?.(id, release).catch(() => undefined);
}

/**
 * The remotes of this checkout and their releases, for a gateway that serves them at its own origin, so that the page's policy names no other
 * origin for scripts.
 */
export function remotesAtOwnOrigin(releases: ReleasePlace | undefined): {
  readonly files: ReadonlyMap<string, RemoteFiles>;
  readonly remotes: ReadonlyMap<string, ServedRemote>;
} {
  const note = recordServed(releases);
  const workspaces = remoteWorkspaces().map(({ id, dir }) => ({ id, dist: path.join(dir, 'dist') }));
  const files = workspaces.map(
    ({ id, dist }) =>
      [
        id,
        {
          dir: dist,
          ...(releases?.dir && { releasesDir: path.join(releases.dir, id) }),
          onServed: note(id),
        },
      ] as const,
  );
  return {
    files: new Map(files),
    remotes: new Map(workspaces.map(({ id, dist }) => [id, { dir: dist, url: ownPathOf(id) }])),
  };
}
