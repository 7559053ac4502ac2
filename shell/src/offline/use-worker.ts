import { useEffect } from 'react';
import { firstScreen } from '../remotes/first-screen';
import { MESSAGES } from '../worker/cache-kinds';
import { startWorker } from './start-worker';
import { setWorkerState } from './worker-state';

/** Production builds only: they have boot.ts and the worker. */
const isProduction = () => window.flintBoot !== undefined;

/**
 * Listens to the messages of the worker. Call it before DOMContentLoaded: browsers queue messages until then, and boot.ts makes requests
 * before anything else is loaded.
 */
export function listenToWorker(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  serviceWorker?.addEventListener('message', ({ data }: MessageEvent) => {
    if (data === MESSAGES.fromDevice) setWorkerState({ fromDevice: true });
    if (data === MESSAGES.fromNetwork) setWorkerState({ fromDevice: false });
  });
}

/** Starts the service worker after the first screen, so that it does not compete with it. */
export function useWorker(): void {
  useEffect(() => {
    if (!isProduction()) return undefined;
    let isWanted = true;
    void firstScreen().then(() => (isWanted ? startWorker() : undefined));
    return () => {
      isWanted = false;
    };
  }, []);
}
