import type { Listed, Overview, RemoteOverview } from '@flint/contracts/remotes-overview';
import { keepBriefly } from '../keep-briefly';
import type { ReleasePlace } from '../place';
import type { Pointer, RemotePointers } from '@flint/remote-build/release/pointers';
import { listReleases } from '@flint/remote-build/release/publish';
import type { TestRelease } from '@flint/remote-build/release/test-releases';

const PREVIEWS_MOST = 8;
const BEFORE_MOST = 3;

const listed = (kind: Listed['kind'], { release, author = '', commit = '', since }: Pointer): Listed => ({
  release,
  kind,
  author,
  commit,
  since,
});

function releasesOf(
  pointers: RemotePointers | null | undefined,
  tests: readonly TestRelease[],
): readonly Listed[] {
  const previews = tests.map(({ release, author, commit }): Listed => ({
    release,
    kind: 'preview',
    author,
    commit,
  }));
  if (!pointers) return previews;
  const { live, canary, before } = pointers;
  return [
    ...previews,
    ...(live ? [listed('released', live)] : []),
    ...(canary ? [listed('canary', canary)] : []),
    ...before
      .slice(-BEFORE_MOST)
      .toReversed()
      .map((each) => listed('before', each)),
  ];
}

/** The valid test releases of these names. */
async function openable(
  names: readonly string[],
  find: (release: string) => Promise<TestRelease>,
): Promise<readonly TestRelease[]> {
  const found = await Promise.allSettled(names.slice(0, PREVIEWS_MOST).map(find));
  return found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

/** Returns the state of every remote, for the testers' panel. */
export function overviewOf(place: ReleasePlace): () => Promise<Overview> {
  return keepBriefly(async () => {
    const [{ entries, refused }, pointers] = await Promise.all([place.registry(), place.trusted()]);
    const remotes = entries.map(async (entry): Promise<RemoteOverview> => {
      const { id, owner, contact, origin = null, screens } = entry;
      const about = { id, owner, contact, origin, routes: screens.map(({ route }) => route) };
      if (origin === null) {
        const kept = await listReleases(place.store, id).catch(() => []);
        const names = kept.filter(({ isTest }) => isTest).map(({ release }) => release);
        const tests = await openable(names.toReversed(), (release) => place.findTest(id, release));
        const refused = place.refusals.get(id)?.message ?? null;
        return { ...about, refused, releases: releasesOf(pointers[id], tests) };
      }
      const there = place.elsewhere(entry);
      const [now, names] = await Promise.all([there.now(), there.tests()]);
      const tests = await openable(names, there.findTest);
      return { ...about, refused: now.refused, releases: releasesOf(now.pointers, tests) };
    });
    return { remotes: await Promise.all(remotes), refused };
  });
}
