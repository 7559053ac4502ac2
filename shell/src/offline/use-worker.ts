import { useEffect } from 'react';
import { firstScreen } from '../remotes/first-screen';
import { MESSAGES } from '../worker/kept';
import { setWorkerState } from './worker-state';

/** boot.ts is part of production builds only, and so is the worker. */
const isProduction = () => window.flintBoot !== undefined;

/**
 * Hears what the worker tells of the answers it gives. To be called while the page is still being read (before DOMContentLoaded): a
 * browser keeps the messages until then, and boot.ts asks for answers before anything else is here.
 */
export function listenToWorker(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  serviceWorker?.addEventListener('message', ({ data }: MessageEvent) => {
    if (data === MESSAGES.fromDevice) setWorkerState({ fromDevice: true });
    if (data === MESSAGES.fromNetwork) setWorkerState({ fromDevice: false });
  });
}

/** Starts the service worker once the first screen is there: it must not compete with it. */
export function useWorker(): void {
  useEffect(() => {
    if (!isProduction()) return undefined;
    let isWanted = true;
    firstScreen()
      .then(() => (isWanted ? import('./start-worker') : null))
      .then(
        (module) => module?.startWorker(),
        () => undefined, // offline before the first visit was over: the next one starts it
      );
    return () => {
      isWanted = false;
    };
  }, []);
}
