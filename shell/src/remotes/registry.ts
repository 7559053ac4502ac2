/**
 * Loads the releases of remotes. Later visits share what one visit has downloaded or run. The state of a remote, which screens and reports read, is in
 * remote-store.ts.
 */
import type { RemoteId, RemoteModule } from '@flint/remote-kit';
import { remoteOf, screenOfPath } from '../routing/paths';
import { registerScreens } from '../routing/screens';
import { loadRemoteTexts } from '../texts/load-texts';
import { REMOTE_MS, withTimeLimit } from '../time-limit';
import { fetchAddresses, type RemoteAddresses } from './addresses';
import { checkRemote, ContractMismatch } from './check';
import type { Release } from './choose';
import { DownloadError } from './download';
import { loadExposed, reloadPage } from './federation';
import { showStyles } from './release-styles';
import { filesOf, warm, type Manifest } from './warm';

/** An event of the window: the addresses of the remotes were read. */
export const ADDRESSES_READ = 'flint-addresses';

/** Least time between two checks for new releases. */
const LOOK_EVERY_MS = 2_000;

export interface LoadedRemote {
  readonly module: RemoteModule;
  readonly version: string;
  readonly release: Release;
  /** URLs of all its stylesheets. */
  readonly styles: readonly string[];
}

interface Known {
  readonly id: string;
  readonly release: Release;
  /** The download of its first files. Absent: not requested, or failed. */
  files?: Promise<Manifest> | undefined;
  /** Its manifest, once the files of its first screen have been downloaded and verified. */
  manifest?: Manifest | undefined;
  /** Result of its start, which later visits share. A roll-back uses it again without loading anything. */
  started?: Promise<LoadedRemote> | undefined;
  /** It did not run: only Try Again runs it once more. */
  isBroken?: boolean;
  /** URLs of all its stylesheets. */
  styles: readonly string[];
}

const known = new Map<string, Known>();
/** The release of each remote that ran last. */
const inUse = new Map<RemoteId, Known>();
let reading: Promise<RemoteAddresses> | undefined;
let latest: RemoteAddresses = {};
let lookedAt = 0;

const keyOf = (release: Release | undefined) =>
  `${release?.entry} ${release?.integrity} ${JSON.stringify(release?.frame)}`;
const isSameRelease = (a: Release | undefined, b: Release | undefined) => keyOf(a) === keyOf(b);

/** Whether a remote has moved to an origin that the content security policy of this page does not name. */
export function needsNewPage(id: RemoteId): boolean {
  const inPage = window.flintBoot?.inPage;
  const originOf = (release: Release | undefined) => release && new URL(release.entry).origin;
  const at = originOf(latest[id]);
  return Boolean(inPage && at) && ![...Object.values(inPage!).map(originOf), location.origin].includes(at);
}

function knownOf(id: string, release: Release): Known {
  const key = keyOf(release);
  const found = known.get(key) ?? { id, release, styles: [] };
  known.set(key, found);
  return found;
}

function setAddresses(addresses: RemoteAddresses): void {
  latest = addresses;
  registerScreens(addresses);
  dispatchEvent(new Event(ADDRESSES_READ));
}

/** The addresses as read last, or read now; `fresh` reads them again. Throws DownloadError. */
function readAddresses(fresh = false): Promise<RemoteAddresses> {
  if (reading && !fresh) return reading;
  const early = window.flintBoot?.addresses;
  if (window.flintBoot) window.flintBoot.addresses = undefined;
  const asked = early && !fresh ? early : fetchAddresses();
  reading = asked;
  lookedAt = performance.now();
  asked.then(setAddresses, () => {
    if (reading === asked) reading = undefined;
  });
  return asked;
}

/** Downloads and verifies the first files of a release without running them; the boot script may have started this. Throws DownloadError. */
function fetchFiles(one: Known, options?: { readonly soon: boolean }): Promise<Manifest> {
  if (one.files) return one.files;
  const { entry } = one.release;
  const early = window.flintBoot?.warmed[entry];
  delete window.flintBoot?.warmed[entry];
  const coming = early ?? warm(one.release, one.id, options);
  one.files = coming;
  const arrive = (manifest: Manifest) => {
    one.manifest = manifest;
    one.styles = filesOf(manifest, entry).allStyles;
  };
  coming.then(arrive, () => {
    if (one.files === coming) one.files = undefined;
  });
  return coming;
}

/** Downloads the files of a release that was not requested yet. A failure is reported by the visit, which tries again. */
async function fetchAhead(one: Known): Promise<Known> {
  if (!one.files && !one.isBroken) await fetchFiles(one, { soon: false }).catch(() => undefined);
  return one;
}

/** Loads the other code of the current screen in parallel with its data and texts. */
async function prepareScreenOnShow({ id, prepare }: RemoteModule): Promise<void> {
  const screen = screenOfPath(location.pathname);
  if (!screen || remoteOf(screen) !== id) return;
  try {
    await prepare?.(screen);
  } catch {
    // the screen tries again, and reports a failure
  }
}

/** Runs a release in the page, or one of another owner in a frame. */
async function runRelease(id: RemoteId, one: Known): Promise<RemoteModule> {
  const { release } = one;
  const manifest = await fetchFiles(one);
  if (!release.frame) return checkRemote(id, await loadExposed(`flint_${id}`, release, manifest));
  const { frameRemote } = await import(/* webpackChunkName: 'frame-host' */ './frame-host');
  return frameRemote(id, release, manifest, reloadPage);
}

async function run(id: RemoteId, one: Known): Promise<LoadedRemote> {
  const { release } = one;
  const module = await withTimeLimit(runRelease(id, one), REMOTE_MS, () => {
    throw new DownloadError(`no answer in ${REMOTE_MS} ms`);
  });
  void prepareScreenOnShow(module);
  await loadRemoteTexts(module);
  return { module, version: release.version ?? '', release, styles: one.styles };
}

/** Starts the current release once, perhaps in a new page; `fresh` ignores earlier attempts. Throws what `loadRemote` does. */
async function start(id: RemoteId, release: Release, fresh = false): Promise<LoadedRemote> {
  if (needsNewPage(id)) return reloadPage();
  const one = knownOf(id, release);
  if (fresh) one.files = one.started = undefined;
  if (!one.started) {
    const started = run(id, one);
    one.started = started;
    one.isBroken = false;
    started.catch(() => {
      if (one.started !== started) return;
      one.files = one.started = one.manifest = undefined;
      one.isBroken = true;
    });
  }
  try {
    const remote = await one.started;
    inUse.set(id, one);
    return remote;
  } finally {
    // also after a failure: the release that stays is without the styles of this one
    const all = [...known.values()].flatMap((each) => (each.id === id ? each.styles : []));
    showStyles((inUse.get(id) ?? one).styles, all);
  }
}

/**
 * Loads a remote by its id and checks it. `fresh` ignores earlier attempts: it reads the addresses again and creates a new container. If an
 * old address fails, the new one is tried. Throws DownloadError or ContractMismatch, or what the code of the remote throws.
 */
export async function loadRemote(id: RemoteId, fresh: boolean): Promise<LoadedRemote> {
  const release = (await readAddresses(fresh))[id];
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

/** Reads which screens exist, for a page at an address without one. */
export const readScreens = (): void => void readAddresses().catch(() => undefined);

/** The release of a remote that the next visit would load; null if it is not known or must not be loaded ahead. */
async function expected(id: RemoteId): Promise<Release | null> {
  const release = (await readAddresses().catch(() => null))?.[id];
  return !release || release.refused || needsNewPage(id) ? null : release;
}

/** Loads and runs a remote before the first visit. Null after a failure: the visit tries again, and reports. */
export async function loadAhead(id: RemoteId): Promise<LoadedRemote | null> {
  const release = await expected(id);
  return release && start(id, release).catch(() => null);
}

/** Downloads the files of a remote before a likely click, without running them. The click tries again, and reports. */
export async function prefetchRemote(id: RemoteId): Promise<Known | null> {
  const release = await expected(id);
  return release && fetchAhead(knownOf(id, release));
}

/** How an open page learns of new releases. */
export const pageNews = {
  /** Reads the current releases, and downloads those that replace remotes in use. If that fails, the known releases stay. */
  async look(inUse: readonly (readonly [RemoteId, Release])[]): Promise<void> {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = performance.now();
    const addresses = await fetchAddresses().catch(() => null);
    if (!addresses) return;
    setAddresses(addresses);
    reading = Promise.resolve(addresses);
    for (const [id, release] of inUse) {
      const newer = addresses[id];
      if (!newer || newer.refused || needsNewPage(id) || isSameRelease(newer, release)) continue;
      await fetchAhead(knownOf(id, newer));
    }
  },
  /** Whether its origin has no valid release any more: the one in use ends. */
  isGone: (id: RemoteId): boolean => latest[id]?.refused === 'gone',
  /**
   * Whether another release is current and has been downloaded. One that failed to run is not tried again automatically. Without a connection
   * the release in use stays: parts of the newer one may be missing.
   */
  hasNewer(id: RemoteId, release: Release): boolean {
    const newer = latest[id];
    if (!newer || newer.refused || isSameRelease(newer, release)) return false;
    return navigator.onLine && knownOf(id, newer).manifest !== undefined;
  },
};

/** Version of the current release of a remote, if it is known. */
export const versionOf = (id: RemoteId): string => latest[id]?.version ?? '';
