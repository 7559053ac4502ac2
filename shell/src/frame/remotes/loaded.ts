import type { Release } from '../../remotes/choose';
import { remotes } from '../../remotes/remote-store';
import type { RemoteOverview } from '@flint/contracts/remotes-overview';

/** What this page has loaded of a remote. */
export interface Loaded {
  readonly state: 'ready' | 'preview' | 'loading' | 'failed' | 'idle';
  /** `<version>-<hash>`; empty while it is not known. */
  readonly release: string;
  readonly entry: string;
  /** Milliseconds from navigation to its first file, and from there to the last file of its first screen. */
  readonly time: { readonly start: number; readonly took: number } | null;
}

/** Requests that start later than this after the first one belong to later chunks. */
const FIRST_FILES_MS = 1_000;

/** Base URL of the files of a release: the folder of its manifest, or the one it shares with other releases. */
const baseOf = ({ entry, version = '' }: Release): string =>
  new URL(entry.includes(`/${version.replace('+test', '')}/`) ? '..' : '.', entry).href;

function timeOf(release: Release): Loaded['time'] {
  const base = baseOf(release);
  const files = performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(base));
  const start = Math.min(...files.map(({ startTime }) => startTime));
  if (!Number.isFinite(start)) return null;
  const first = files.filter(({ startTime }) => startTime < start + FIRST_FILES_MS);
  return { start, took: Math.max(...first.map(({ startTime, duration }) => startTime + duration)) - start };
}

/** Reads the state of a remote in this page. */
export function loadedOf({ id }: Pick<RemoteOverview, 'id'>): Loaded {
  const state = remotes.stateOf(id);
  if (state.status !== 'ready') return { state: state.status, release: '', entry: '', time: null };
  const { release } = state.remote;
  const { version = '', entry } = release;
  const isPreview = version.endsWith('+test');
  return {
    state: isPreview ? 'preview' : 'ready',
    release: version.replace('+test', ''),
    entry,
    time: timeOf(release),
  };
}

/** Adds what the shell loaded to the records of the federation runtime, for the Module Federation browser extension. */
export function publishToDevTools(all: readonly RemoteOverview[]): void {
  const { __FEDERATION__: federation } = globalThis as unknown as {
    __FEDERATION__?: { moduleInfo: Record<string, unknown> };
  };
  if (!federation) return;
  const loaded = all.map((remote) => ({ ...remote, ...loadedOf(remote) })).filter(({ entry }) => entry);
  const infoOf = ({ release, entry, owner }: (typeof loaded)[number]) => ({
    version: release,
    buildVersion: release,
    remoteEntry: entry,
    owner,
    modules: [{ moduleName: 'remote' }],
    consumerList: ['flint_shell'],
  });
  for (const remote of loaded) federation.moduleInfo[`flint_${remote.id}`] = infoOf(remote);
  federation.moduleInfo['flint_shell'] = {
    remotesInfo: Object.fromEntries(
      loaded.map(({ id, entry }) => [`flint_${id}`, { matchedVersion: entry }]),
    ),
  };
}
