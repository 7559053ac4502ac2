import { MANIFEST } from '@flint/remote-build/build/seal';
import type { RemoteAddress, RemoteAddresses } from '../serve/remotes-json';
import type { FindTest } from '../serve/test-release';
import type { createJudge } from './judge';
import type { ReleasePlace } from './place';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import {
  NO_POINTERS,
  readPointers,
  type Pointer,
  type RemotePointers,
} from '@flint/remote-build/release/pointers';

type Remotes = Readonly<Record<string, RemotePointers>>;

/** What `/remotes.json` says: released remotes, and `own` where none is. `baseOf`: where the releases of a remote are reached, without a slash at the end. */
export function releasedAddresses(
  remotes: Remotes,
  own: RemoteAddresses,
  baseOf: (id: string) => string | undefined,
): RemoteAddresses {
  const all: Record<string, RemoteAddress> = { ...own };
  for (const [id, { live, canary }] of Object.entries(remotes)) {
    const base = baseOf(id);
    const shipped = own[id];
    if (base === undefined || (!live && !shipped)) continue;
    const address = ({ release, integrity }: Pointer) => ({
      entry: `${base}/${release}/${MANIFEST}`,
      integrity,
      version: release,
    });
    all[id] = {
      ...(live ? address(live) : shipped!),
      ...(canary && { canary: { ...address(canary), percent: canary.percent } }),
    };
  }
  return all;
}

interface Sources {
  /** Addresses of the repository's own builds, for remotes that were never released. */
  readonly own: () => RemoteAddresses;
  /** The origin of each remote, for releases kept in a folder of this machine. */
  readonly servers: ReadonlyMap<string, { readonly url: string }>;
  /** Leaves out canaries that are stopped. */
  readonly judge?: ReturnType<typeof createJudge>;
}

/** A bucket is asked this often at most, in milliseconds; until it answers, what it said last holds. */
const BUCKET_EVERY_MS = 2_000;

/** The pointers that are trusted: of a folder as they are now, of a bucket as they were a moment ago. A place that cannot be read leaves what was read last. */
function pointersOf({ store, dir, trust }: ReleasePlace): () => Promise<Remotes> {
  let known: Remotes | undefined;
  let reading: Promise<Remotes> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const read = () => {
    readAt = performance.now();
    reading ??= readPointers(store)
      .then(trust)
      .then((pointers) => (known = pointers))
      // what was trusted before a restart holds
      .catch(() => known ?? trust(NO_POINTERS).catch(() => ({})))
      .finally(() => (reading = undefined));
    return reading;
  };
  return async () => {
    if (dir !== null || !known) return read();
    if (performance.now() - readAt > BUCKET_EVERY_MS) void read();
    return known;
  };
}

/** Where the releases of a remote are reached, without a slash at the end. */
const baseIn =
  ({ url }: ReleasePlace, servers: Sources['servers']) =>
  (id: string) =>
    url ? `${url}/${id}` : servers.get(id)?.url;

/**
 * Answers `/remotes.json` from the pointers as they are at the moment of asking. A place that cannot be read leaves what was
 * read last: nobody loses a screen by it.
 */
export function liveAddresses(
  place: ReleasePlace,
  { own, servers, judge = (remotes) => remotes }: Sources,
): () => Promise<RemoteAddresses> {
  const pointers = pointersOf(place);
  return async () => releasedAddresses(judge(await pointers()), own(), baseIn(place, servers));
}

/** Answers where a test release is, and what a tester is told of it. Throws ReleaseRefused. */
export function testAddresses(place: ReleasePlace, servers: Sources['servers']): FindTest {
  const baseOf = baseIn(place, servers);
  return async (remote, release) => {
    const { manifest: integrity, author, commit } = await place.findTest(remote, release);
    const base = baseOf(remote);
    if (base === undefined) throw new ReleaseRefused(`${remote} is no remote here`);
    return {
      remote,
      release,
      author,
      commit,
      address: { entry: `${base}/${release}/${MANIFEST}`, integrity },
    };
  };
}
