import { useEffect } from 'react';
import type { RemoteId, ScreenId } from '@flint/remote-kit';
import { firstScreen } from './first-screen';
import { loadAhead, prefetchRemote, type LoadedRemote } from './registry';
import { remotes } from './remote-store';

/** The remote that most students go to next: along the journey, then between matches, offers and profile. */
const LIKELY_NEXT: Readonly<Record<string, RemoteId>> = {
  signIn: 'onboarding',
  onboarding: 'availability',
  availability: 'photos',
  photos: 'offers',
  profile: 'offers',
  matches: 'photos',
  offers: 'photos',
};

/** Whether the browser is set to save data. */
const sparesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

export const browser = {
  whenIdle(work: () => void) {
    let isWanted = true;
    const workOnce = () => isWanted && work();
    // Safari has no requestIdleCallback
    const ask =
      'requestIdleCallback' in globalThis
        ? requestIdleCallback
        : (later: () => void) => setTimeout(later, 500);
    void firstScreen().then(() => isWanted && ask(workOnce));
    return () => {
      isWanted = false;
    };
  },
  sparesData,
};

interface Dependencies {
  readonly store: Pick<typeof remotes, 'isQuiet' | 'stateOf' | 'adopt' | 'subscribe'>;
  readonly download: (id: RemoteId) => unknown;
  readonly loadAhead: (id: RemoteId) => Promise<LoadedRemote | null>;
  readonly idle: typeof browser;
}

const PAGE: Dependencies = { store: remotes, download: prefetchRemote, loadAhead, idle: browser };

/**
 * Loads the remote that most students go to next, once this screen is shown and the page is idle. While signed out it is only downloaded,
 * since running it would load the API client. Returns a function that stops waiting.
 */
export function preloadNext(screen: ScreenId, given: Partial<Dependencies> = {}): () => void {
  const { store, download, loadAhead: load, idle } = { ...PAGE, ...given };
  const next = LIKELY_NEXT[screen];
  const preload = async () => {
    if (!next || store.stateOf(next).status !== 'idle') return;
    if (screen === 'signIn') return void download(next);
    const remote = await load(next);
    if (remote) store.adopt(next, remote);
  };
  if (!next || idle.sparesData()) return () => undefined;
  let cancel: (() => void) | undefined;
  let leave: (() => void) | undefined;
  const look = () => {
    if (cancel || !store.isQuiet()) return;
    leave?.();
    cancel = idle.whenIdle(() => void preload());
  };
  leave = store.subscribe(look);
  look();
  return () => {
    leave();
    cancel?.();
  };
}

/** Preloads the next remote after the current screen. */
export function usePreloadNext(screen: ScreenId | null): void {
  useEffect(() => (screen ? preloadNext(screen) : undefined), [screen]);
}
