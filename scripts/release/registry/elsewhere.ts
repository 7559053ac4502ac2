/**
 * Releases of remotes at other origins: the same files as in our store, read by http, and verified with the keys of their entry. No request
 * waits for an origin: the last known state stays until it answers.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { readPointers, type Pointers, type RemotePointers } from '@flint/remote-build/release/pointers';
import { orRefused, reportOnce, type ReleaseRefused } from '@flint/remote-build/release/refused';
import type { KeyRing } from '@flint/remote-build/release/signing/key-ring';
import { fileMemory } from '@flint/remote-build/release/signing/memory';
import { createTrust, type TrustOptions } from '@flint/remote-build/release/signing/trust';
import { testReleases, type TestRelease } from '@flint/remote-build/release/test-releases';
import type { RemoteAddress } from '@flint/contracts/remote-addresses';
import type { RegistryEntry } from './entries';
import { assertRelease, misfitsIn, RELEASE } from './release-fits';
import { originStore } from './origin';

/** The minimum time between two reads of an origin, in milliseconds. */
const ASK_EVERY_MS = 2_000;
/** How long the first pages wait, together, for an origin without a known state. */
const FIRST_MS = 1_000;

interface Options extends Pick<TrustOptions, 'least' | 'now' | 'onRefused' | 'onFirst'> {
  readonly isReached: boolean;
  readonly contract: number;
  /** The file for the last trusted state. */
  readonly dataDir: string;
  /** Only tests set it: a busy machine reads slowly. */
  readonly firstMs?: number;
}

/** The known state of a remote at another origin. */
export interface Elsewhere {
  readonly pointers: RemotePointers | null;
  /** Why there is no release, or why the one that the origin names now is refused, for people; null if neither. */
  readonly refused: string | null;
  /** The same for pages, without pointers. */
  readonly why?: RemoteAddress['refused'];
}

/** An entry's keys may sign its remote only. Null: nothing needs a signature. */
export const ringOfEntry = ({ id, keys }: RegistryEntry, isReached: boolean): KeyRing | null =>
  keys.length === 0 && !isReached
    ? null
    : ({ keys: keys.map((key) => ({ ...key, remotes: [id] })) } as KeyRing);

/** Ignores other remotes at the same origin. */
function onlyOf(id: string, { remotes, signed, ...rest }: Pointers): Pointers {
  const pick = <T>(all: Readonly<Record<string, T>>) => (Object.hasOwn(all, id) ? { [id]: all[id]! } : {});
  return { ...rest, remotes: pick(remotes), signed: pick(signed) };
}

/** The pointers at an origin, verified with the entry's keys; `onRefused` gets the reasons of refusals. */
export function pointersAt(entry: RegistryEntry, options: Options & Pick<TrustOptions, 'refusals'>) {
  const { isReached, dataDir, contract } = options;
  const { id, origin = '' } = entry;
  const store = originStore(origin, isReached);
  // another origin has another history
  const place = createHash('sha256').update(origin).digest('hex').slice(0, 8);
  const trust = createTrust({
    ...options,
    store,
    ring: () => Promise.resolve(ringOfEntry(entry, isReached)),
    memory: fileMemory(path.join(dataDir, `trusted-${id}-${place}.json`)),
    findMisfit: misfitsIn(store, entry, contract),
  });
  const trusted = async (pointers: Pointers) => (await trust(onlyOf(id, pointers)))[id] ?? null;
  return {
    store,
    /** Reads the pointers. Throws ReleaseRefused without an answer. */
    read: async () => {
      return trusted(await readPointers(store));
    },
    /** The state trusted last, also before a restart, as long as it is valid. */
    remembered: async () => (await trust(null))[id] ?? null,
  };
}

function watch(entry: RegistryEntry, options: Options) {
  const { isReached, contract, now = () => new Date(), firstMs = FIRST_MS } = options;
  const refusals = new Map<string, ReleaseRefused>();
  const refuse = reportOnce(options.onRefused);
  const at = pointersAt(entry, {
    ...options,
    refusals,
    onRefused: refuse,
  });
  let known: Elsewhere = { pointers: null, refused: null };
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  /** Settles with the first answer, or after `firstMs`. */
  let first: Promise<unknown> | undefined;

  async function look(): Promise<void> {
    refusals.clear();
    let refusal: ReleaseRefused | undefined;
    const pointers = await orRefused(at.read(), (silence) => {
      refuse(entry.id, (refusal = silence).message);
      return at.remembered();
    });
    // of two, what is said of the state trusted last
    refusal = refusals.get(entry.id) ?? refusal;
    const refused = refusal?.message ?? null;
    const why = pointers ? 'gone' : (refusal?.why ?? 'down');
    known = pointers?.live
      ? { pointers, refused }
      : { pointers: null, refused: refused ?? 'has no release', why };
  }

  const ask = () => {
    readAt = performance.now();
    reading ??= look()
      .catch((error: unknown) => {
        const { message: refused } = error as Error;
        refuse(entry.id, refused);
        // until its manifest arrives, the last known state stays
        known = { ...known, refused };
      })
      .finally(() => (reading = undefined));
    return reading;
  };

  const tests = testReleases({
    store: at.store,
    ring: () => Promise.resolve(ringOfEntry(entry, isReached)),
    now,
  });

  return {
    async now(): Promise<Elsewhere> {
      if (performance.now() - readAt > ASK_EVERY_MS) void ask();
      first ??= Promise.race([reading, new Promise((resolve) => setTimeout(resolve, firstMs).unref())]);
      await first;
      return known;
    },
    async findTest(release: string): Promise<TestRelease> {
      const found = await tests(entry.id, release);
      await assertRelease(at.store, entry, { release, integrity: found.manifest }, contract);
      return found;
    },
    /** The names of the origin's test releases, newest first; each is verified when it is opened. */
    async tests(): Promise<readonly string[]> {
      const listed = await at.store.read(`${entry.id}/tests.json`).catch(() => null);
      try {
        const names: unknown = listed && JSON.parse(new TextDecoder().decode(listed.bytes));
        return Array.isArray(names) ? names.filter((name) => RELEASE.test(String(name))).slice(0, 20) : [];
      } catch {
        return [];
      }
    },
  };
}

type Watch = ReturnType<typeof watch>;

/** The remotes at other origins, by entry: a changed entry is read again. */
export function createElsewhere(options: Options): (entry: RegistryEntry) => Watch {
  const watches = new Map<string, { readonly text: string; readonly watch: Watch }>();
  return (entry) => {
    const text = JSON.stringify([entry.origin, entry.keys, entry.trust]);
    const before = watches.get(entry.id);
    if (before?.text === text) return before.watch;
    const made = watch(entry, options);
    watches.set(entry.id, { text, watch: made });
    return made;
  };
}
