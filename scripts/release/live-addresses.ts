import { MANIFEST } from '@flint/remote-build/build/seal';
import type { RemoteAddress, RemoteAddresses } from '@flint/contracts/remote-addresses';
import type { FindTest } from '../serve/test-release';
import type { createJudge } from './judge';
import { keepBriefly } from './keep-briefly';
import type { ReleasePlace } from './place';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import type { Pointer, RemotePointers } from '@flint/remote-build/release/pointers';
import type { Elsewhere } from './registry/elsewhere';
import { SHIPPED, type RegistryEntry } from './registry/entries';
import type { Registry } from './registry/read';

type Remotes = Readonly<Record<string, RemotePointers>>;

/** Builds `/remotes.json`: released remotes, else `own`. `baseOf`: the base address of a remote's releases, without a final slash. */
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
  /** Removes stopped canaries. */
  readonly judge?: ReturnType<typeof createJudge>;
}

/** The minimum time between two reads of a bucket, in milliseconds. */
const BUCKET_EVERY_MS = 2_000;

/** Reads a release store: a folder each time, a bucket from a short cache. */
function cachedRead<T>({ dir }: ReleasePlace, read: () => Promise<T>): () => Promise<T> {
  let known: { readonly value: T } | undefined;
  let reading: Promise<T> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const ask = () => {
    readAt = performance.now();
    reading ??= read()
      .then((value) => (known = { value }).value)
      .finally(() => (reading = undefined));
    return reading;
  };
  return async () => {
    if (dir !== null || !known) return ask();
    if (performance.now() - readAt > BUCKET_EVERY_MS) void ask();
    return known.value;
  };
}

/** The trusted pointers. While the store is unreadable, the last ones stay, as long as their keys and dates are valid. */
const pointersOf = (place: ReleasePlace) => cachedRead<Remotes>(place, place.trusted);

export const entriesOf = (place: ReleasePlace) => cachedRead<Registry>(place, place.registry);

const shippedScreens = new Map(SHIPPED.map(({ id, screens }) => [id, JSON.stringify(screens)]));

/** The screens of an entry, without those that shipped with the shell. */
const screensOf = ({ id, screens }: RegistryEntry) =>
  shippedScreens.get(id) === JSON.stringify(screens) ? {} : { screens };

const frameOf = ({ trust, routes = [] }: RegistryEntry) => (trust === 'foreign' ? { frame: { routes } } : {});

/** Adds the registry's remotes at other origins, and screens that did not ship with the shell. */
async function withRegistry(
  here: RemoteAddresses,
  entries: readonly RegistryEntry[],
  pointersAt: (entry: RegistryEntry) => Promise<Elsewhere>,
): Promise<RemoteAddresses> {
  const added = entries.map(async (entry): Promise<readonly (readonly [string, RemoteAddress])[]> => {
    const { id, origin } = entry;
    const own = here[id];
    if (origin === undefined) return own ? [[id, { ...own, ...screensOf(entry) }]] : [];
    const { pointers, why = 'down' } = await pointersAt(entry);
    const base = `${origin.replace(/\/+$/, '')}/${id}`;
    const found = releasedAddresses(pointers ? { [id]: pointers } : {}, {}, () => base)[id] ?? own;
    const none = { entry: `${base}/${MANIFEST}`, refused: why };
    return [[id, { ...(found ?? none), origin, ...screensOf(entry), ...frameOf(entry) }]];
  });
  return { ...here, ...Object.fromEntries((await Promise.all(added)).flat()) };
}

/** The base address of a remote's releases, without a final slash. */
const baseIn =
  ({ url }: ReleasePlace, servers: Sources['servers']) =>
  (id: string) =>
    url ? `${url}/${id}` : servers.get(id)?.url;

/**
 * Builds `/remotes.json` from the current pointers. While the store is unreadable, the last
 * pointers stay, so that no screen disappears.
 */
export function liveAddresses(
  place: ReleasePlace,
  { own, servers, judge = (remotes) => remotes }: Sources,
): () => Promise<RemoteAddresses> {
  const pointers = pointersOf(place);
  const registry = entriesOf(place);
  const pointersAt = async (entry: RegistryEntry): Promise<Elsewhere> => {
    const found = await place.elsewhere(entry).now();
    return found.pointers ? { ...found, pointers: judge({ [entry.id]: found.pointers })[entry.id]! } : found;
  };
  return async () => {
    const here = releasedAddresses(judge(await pointers()), own(), baseIn(place, servers));
    return withRegistry(here, (await registry()).entries, pointersAt);
  };
}

/** Returns the address of a test release and its facts for a tester. Throws ReleaseRefused. */
export function testAddresses(place: ReleasePlace, servers: Sources['servers']): FindTest {
  const baseOf = baseIn(place, servers);
  const registry = entriesOf(place);
  return keepBriefly(async (remote: string, release: string) => {
    const entry = (await registry()).entries.find(({ id }) => id === remote);
    const isElsewhere = entry?.origin !== undefined;
    const found = isElsewhere
      ? await place.elsewhere(entry).findTest(release)
      : await place.findTest(remote, release);
    const { manifest: integrity, author, commit } = found;
    const base = isElsewhere ? `${entry.origin!.replace(/\/+$/, '')}/${remote}` : baseOf(remote);
    if (base === undefined) throw new ReleaseRefused(`${remote} is no remote here`);
    return {
      remote,
      release,
      author,
      commit,
      address: { entry: `${base}/${release}/${MANIFEST}`, integrity },
    };
  });
}
