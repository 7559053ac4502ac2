/**
 * Every release this page knows, and how far each has come. Nothing else in the page remembers anything of a release.
 *
 *   named ── fetch ──▶ coming ──▶ here ── run ──▶ starting ──▶ running ── the next visit shows it
 *     ▲                  │ failed                     │ threw
 *     └──────────────────┘                            ▼
 *                                                  broken ── 'Try again' ──▶ coming
 */
import type { RemoteId, RemoteModule } from '@flint/remote-kit';
import { remoteOf, screenOfPath } from '../routing/paths';
import { learnScreens } from '../routing/screens';
import { loadRemoteTexts } from '../texts/load-texts';
import { fetchAddresses, type RemoteAddresses } from './addresses';
import { checkRemote, ContractMismatch } from './check';
import type { Release } from './choose';
import { DownloadError } from './download';
import { loadExposed, openAnew } from './federation';
import { showStyles } from './release-styles';
import { filesOf, warm, type Manifest } from './warm';

/** Bound of everything together; silence is noticed after STALL_MS already. */
const TOTAL_MS = 20_000;
/** Least time between two looks for new releases, however fast somebody clicks. */
const LOOK_EVERY_MS = 2_000;

export interface LoadedRemote {
  readonly module: RemoteModule;
  readonly version: string;
  readonly release: Release;
}

interface Known {
  readonly id: string;
  readonly release: Release;
  phase: 'named' | 'coming' | 'here' | 'starting' | 'running' | 'broken';
  /** Its manifest, once the files of its first screen have arrived and were checked. */
  files?: Promise<Manifest> | undefined;
  /** How its start ends: a visit meanwhile shares that, and a roll-back goes back to it without loading anything. */
  started?: Promise<LoadedRemote> | undefined;
  /** Addresses of all its stylesheets. */
  styles: readonly string[];
}

const known = new Map<string, Known>();
let reading: Promise<RemoteAddresses> | undefined;
let latest: RemoteAddresses = {};
let lookedAt = 0;

const keyOf = (release: Release | undefined) => `${release?.entry} ${release?.integrity}`;
const isSameRelease = (a: Release | undefined, b: Release | undefined) => keyOf(a) === keyOf(b);

/** Whether a remote is by now at an origin that the policy of this page, written when it was opened, does not name. */
export function needsNewPage(id: RemoteId): boolean {
  const inPage = window.flintBoot?.inPage;
  const originOf = (release: Release | undefined) => release && new URL(release.entry).origin;
  const at = originOf(latest[id]);
  return Boolean(inPage && at) && ![...Object.values(inPage!).map(originOf), location.origin].includes(at);
}

function knownOf(id: string, release: Release): Known {
  const key = keyOf(release);
  const found = known.get(key) ?? { id, release, phase: 'named', styles: [] };
  known.set(key, found);
  return found;
}

function learn(addresses: RemoteAddresses): void {
  latest = addresses;
  learnScreens(addresses);
}

/** The addresses as read last, or read now; `fresh` asks again. Throws DownloadError. */
function readAddresses(fresh = false): Promise<RemoteAddresses> {
  if (reading && !fresh) return reading;
  const early = window.flintBoot?.addresses;
  if (window.flintBoot) window.flintBoot.addresses = undefined;
  const asked = early && !fresh ? early : fetchAddresses();
  reading = asked;
  lookedAt = performance.now();
  asked.then(learn, () => {
    if (reading === asked) reading = undefined;
  });
  return asked;
}

/** Downloads and checks a release's first files without running them; the boot script may have begun. Throws DownloadError. */
function fetchFiles(one: Known): Promise<Manifest> {
  if (one.files) return one.files;
  const { entry, integrity } = one.release;
  const early = window.flintBoot?.warmed[entry];
  delete window.flintBoot?.warmed[entry];
  const coming = early ?? warm(entry, integrity, one.id);
  one.files = coming;
  one.phase = 'coming';
  const arrive = (manifest: Manifest) => {
    one.styles = filesOf(manifest, entry).allStyles;
    if (one.phase === 'coming') one.phase = 'here';
  };
  coming.then(arrive, () => {
    if (one.files === coming) one.files = undefined;
    if (one.phase === 'coming') one.phase = 'named';
  });
  return coming;
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer = 0;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(() => reject(new DownloadError(`no answer in ${ms} ms`)), ms);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** The rest of the code of the screen at the address comes together with the data and texts it needs, too. */
async function prepareScreenOnShow({ id, prepare }: RemoteModule): Promise<void> {
  const screen = screenOfPath(location.pathname);
  if (!screen || remoteOf(screen) !== id) return;
  try {
    await prepare?.(screen);
  } catch {
    // the screen tries again, and reports
  }
}

async function run(id: RemoteId, one: Known): Promise<LoadedRemote> {
  const { release } = one;
  const load = async () => loadExposed(`flint_${id}`, release.entry, await fetchFiles(one));
  const module = checkRemote(id, await within(TOTAL_MS, load()));
  void prepareScreenOnShow(module);
  await loadRemoteTexts(module);
  return { module, version: release.version ?? '', release };
}

/** Starts a release, once; `fresh` forgets every earlier attempt. Throws what `loadRemote` does. */
async function start(id: RemoteId, release: Release, fresh = false): Promise<LoadedRemote> {
  const one = knownOf(id, release);
  if (fresh) one.files = one.started = undefined;
  if (!one.started) {
    const started = run(id, one);
    one.started = started;
    one.phase = 'starting';
    started.then(
      () => (one.phase = 'running'),
      () => {
        if (one.started !== started) return;
        one.files = one.started = undefined;
        one.phase = 'broken';
      },
    );
  }
  const remote = await one.started;
  showStyles(
    one.styles,
    [...known.values()].flatMap((each) => (each.id === id ? each.styles : [])),
  );
  return remote;
}

/**
 * Loads a remote by its id and checks it. `fresh` forgets every earlier attempt: the address is read again, and the
 * container made anew. An attempt that fails at an old address is made again at the new one. Throws DownloadError or
 * ContractMismatch, or whatever the remote's own code threw.
 */
export async function loadRemote(id: RemoteId, fresh: boolean): Promise<LoadedRemote> {
  const release = (await readAddresses(fresh))[id];
  if (fresh && needsNewPage(id)) return openAnew();
  try {
    if (release?.refused === 'unfit') throw new ContractMismatch(id);
    if (!release || release.refused) throw new DownloadError(`${id} is not in remotes.json`);
    return await start(id, release, fresh);
  } catch (error) {
    if (fresh) throw error;
    const newer = (await readAddresses(true).catch(() => latest))[id];
    if (!newer || newer.refused || isSameRelease(newer, release)) throw error;
    return start(id, newer, true);
  }
}

/** Learns which screens there are, for a page that shows none. */
export const readScreens = (): void => void readAddresses().catch(() => undefined);

/** What is known of a remote's release before anybody went there; null while nobody can say. */
async function expected(id: RemoteId): Promise<Release | null> {
  const release = (await readAddresses().catch(() => null))?.[id];
  return !release || release.refused || needsNewPage(id) ? null : release;
}

/** Loads and runs a remote before anybody went there. A failure answers null: the next visit tries again, and reports. */
export async function loadAhead(id: RemoteId): Promise<LoadedRemote | null> {
  const release = await expected(id);
  return release && start(id, release).catch(() => null);
}

/** Downloads a remote's files ahead of a likely click, without running them. The click itself tries again, and reports. */
export async function prefetchRemote(id: RemoteId): Promise<void> {
  const release = await expected(id);
  const one = release && knownOf(id, release);
  if (one?.phase === 'named') await fetchFiles(one).catch(() => undefined);
}

/** What a page does about releases made while it is open. */
export const pageNews = {
  /** Asks what is live now, and downloads what replaces the remotes in use. What was known stays known when the answer does not come. */
  async look(inUse: readonly (readonly [RemoteId, Release])[]): Promise<void> {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = performance.now();
    const addresses = await fetchAddresses().catch(() => null);
    if (!addresses) return;
    learn(addresses);
    reading = Promise.resolve(addresses);
    for (const [id, release] of inUse) {
      const newer = addresses[id];
      if (!newer || newer.refused || needsNewPage(id) || isSameRelease(newer, release)) continue;
      const one = knownOf(id, newer);
      if (one.phase === 'named') await fetchFiles(one).catch(() => undefined);
    }
  },
  /** Whether another release than this one is to be shown, and is at hand; one that did not run is not tried again by itself. */
  hasNewer(id: RemoteId, release: Release): boolean {
    const newer = latest[id];
    if (!newer || newer.refused || isSameRelease(newer, release)) return false;
    return ['here', 'starting', 'running'].includes(knownOf(id, newer).phase);
  },
};

/** The version a load of this remote is about, as far as known. */
export const versionOf = (id: RemoteId): string => latest[id]?.version ?? '';
