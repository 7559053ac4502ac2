import { useEffect } from 'react';
import type { RemoteId, ScreenId } from '@flint/remote-kit';
import { prefetchRemote } from './prefetch';
import { remotes } from './remote-store';

/** The remote most go to from a screen: on along the journey, then to and fro between matches, offers and the profile. */
const LIKELY_NEXT: Readonly<Record<ScreenId, RemoteId>> = {
  signIn: 'onboarding',
  onboarding: 'availability',
  availability: 'photos',
  photos: 'offers',
  profile: 'offers',
  matches: 'onboarding',
  offers: 'onboarding',
};

interface Idle {
  whenIdle(work: () => void): () => void;
  /** Whether the student asked the browser to spare the line. */
  sparesData(): boolean;
}

const browser: Idle = {
  whenIdle(work) {
    // Safari has no idle callback
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(work, 500);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(work);
    return () => cancelIdleCallback(asked);
  },
  sparesData: () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true,
};

interface Dependencies {
  readonly store: Pick<typeof remotes, 'isQuiet' | 'subscribe'>;
  readonly prefetch: (id: RemoteId) => unknown;
  readonly idle: Idle;
}

/**
 * Downloads the remote most students go to from this screen, without running it, once this screen has arrived and the page has
 * nothing to do. Answers how to stop waiting.
 */
export function preloadNext(
  screen: ScreenId,
  { store, prefetch, idle }: Dependencies = { store: remotes, prefetch: prefetchRemote, idle: browser },
): () => void {
  if (idle.sparesData()) return () => undefined;
  let cancel: (() => void) | undefined;
  let leave: (() => void) | undefined;
  const look = () => {
    if (cancel || !store.isQuiet()) return;
    leave?.();
    cancel = idle.whenIdle(() => void prefetch(LIKELY_NEXT[screen]));
  };
  leave = store.subscribe(look);
  look();
  return () => {
    leave();
    cancel?.();
  };
}

/** Preloads from the screen on show. */
export function usePreloadNext(screen: ScreenId | null): void {
  useEffect(() => (screen ? preloadNext(screen) : undefined), [screen]);
}
