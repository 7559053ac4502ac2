import { useEffect } from 'react';
import { remotes } from '../remotes/remote-store';

/** Longest wait for the first screen. */
const FIRST_SCREEN_MS = 4_000;

/** boot.ts is part of production builds only, and so is the worker. */
const isProduction = () => window.flintBoot !== undefined;

/** Starts the service worker once the first screen is there: it must not compete with it. */
export function useWorker(): void {
  useEffect(() => {
    if (!isProduction()) return undefined;
    let started = false;
    const start = () => {
      if (started) return;
      started = true;
      stop();
      import('./start-worker').then(
        ({ startWorker }) => startWorker(),
        () => undefined, // offline before the first visit was over: the next one starts it
      );
    };
    const unsubscribe = remotes.subscribe(() => remotes.isQuiet() && start());
    const timer = setTimeout(start, FIRST_SCREEN_MS);
    const stop = () => {
      unsubscribe();
      clearTimeout(timer);
    };
    return stop;
  }, []);
}
