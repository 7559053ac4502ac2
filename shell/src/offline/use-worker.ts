import { useEffect } from 'react';
import { firstScreen } from '../remotes/first-screen';
import { startWorker } from './start-worker';

/** Production builds only: they have boot.ts and the worker. */
const isProduction = () => window.flintBoot !== undefined;

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
