import type { RemoteId, RemoteModule } from '@flint/remote-kit';
import { checkRemote } from './check';
import type { Release } from './choose';
import { currentRelease, isSameRelease, lookForReleases, readAddresses } from './current-addresses';
import { DownloadError } from './download';
import { loadExposed } from './federation';
import { prefetchRelease } from './prefetch-release';
import { SCREEN_ROUTES, screenOfPath } from '../routing/paths';
import { loadRemoteTexts } from '../texts/load-texts';
import { showStylesOf } from './release-styles';

/** Bound of everything together; silence is noticed after STALL_MS already. */
const TOTAL_MS = 20_000;

export interface LoadedRemote {
  readonly module: RemoteModule;
  readonly version: string;
  readonly release: Release;
}

/** What ran in this page already: a roll-back goes back to it without loading anything. */
const loaded = new Map<string, LoadedRemote>();
const keyOf = ({ entry, integrity }: Release) => `${entry} ${integrity ?? ''}`;
/** What is being loaded ahead: a visit meanwhile waits for that. */
const ahead = new Map<string, Promise<LoadedRemote>>();

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
  if (!screen || SCREEN_ROUTES[screen].remote !== id) return;
  try {
    await prepare?.(screen);
  } catch {
    // the screen tries again, and reports
  }
}

async function loadRelease(id: RemoteId, release: Release, fresh: boolean): Promise<LoadedRemote> {
  const known = fresh ? undefined : (loaded.get(keyOf(release)) ?? (await ahead.get(keyOf(release))));
  if (known) {
    showStylesOf(id, release.entry);
    return known;
  }
  const exposed = await within(TOTAL_MS, loadExposed(`flint_${id}`, release));
  const module = checkRemote(id, exposed);
  void prepareScreenOnShow(module);
  await loadRemoteTexts(module);
  const remote = { module, version: release.version ?? '', release };
  loaded.set(keyOf(release), remote);
  showStylesOf(id, release.entry);
  return remote;
}

/**
 * Loads a remote by its id and checks it. `fresh` forgets every earlier attempt: the address is read again, and the
 * container made anew. An attempt that fails at an old address is made again at the new one. Throws DownloadError or
 * ContractMismatch, or whatever the remote's own code threw.
 */
export async function loadRemote(id: RemoteId, fresh: boolean): Promise<LoadedRemote> {
  const release = (await readAddresses(fresh))[id];
  try {
    if (!release) throw new DownloadError(`${id} is not in remotes.json`);
    return await loadRelease(id, release, fresh);
  } catch (error) {
    if (fresh) throw error;
    const newer = (await readAddresses(true).catch(() => ({}) as Record<string, Release>))[id];
    if (!newer || isSameRelease(newer, release)) throw error;
    return loadRelease(id, newer, true);
  }
}

/**
 * Loads and runs a remote before anybody went there, without a trace in the store: a visit meanwhile
 * shares how it ends. A failure answers null and is forgotten: the next visit tries again, and reports.
 */
export async function loadAhead(id: RemoteId): Promise<LoadedRemote | null> {
  const release = (await readAddresses().catch(() => null))?.[id];
  if (!release || ahead.has(keyOf(release))) return null;
  const loading = loadRelease(id, release, false);
  ahead.set(keyOf(release), loading);
  const remote = await loading.catch(() => null);
  ahead.delete(keyOf(release));
  return remote;
}

/** Releases whose files have arrived: a navigation takes them at once. */
const arrived = new Set<string>();
/** Releases that arrived and did not run; the one before stays until yet another is there. */
const broken = new Set<string>();

/** What a page does about releases made while it is open. */
export const pageNews = {
  /** Asks what is live now, and downloads what replaces the remotes in use. */
  async look(inUse: readonly (readonly [RemoteId, Release])[]): Promise<void> {
    const addresses = await lookForReleases();
    if (!addresses) return;
    for (const [id, release] of inUse) {
      const newer = addresses[id];
      if (!newer || isSameRelease(newer, release) || arrived.has(keyOf(newer))) continue;
      if (loaded.has(keyOf(newer)) || (await prefetchRelease(newer))) arrived.add(keyOf(newer));
    }
  },
  /** Whether another release than this one is to be shown, and is at hand. */
  hasNewer(id: RemoteId, release: Release): boolean {
    const newer = currentRelease(id);
    if (!newer || isSameRelease(newer, release)) return false;
    return arrived.has(keyOf(newer)) && !broken.has(keyOf(newer));
  },
  /** Keeps the page from trying that again. */
  giveUp(id: RemoteId): void {
    const newer = currentRelease(id);
    if (newer) broken.add(keyOf(newer));
  },
};

/** The version a load of this remote is about, as far as known. */
export const versionOf = (id: RemoteId): string => currentRelease(id)?.version ?? '';
