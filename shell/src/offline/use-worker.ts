import { useEffect } from 'react';
import { firstScreen } from '../remotes/first-screen';
import { MESSAGES } from '../worker/kept';
import { setWorkerState } from './worker-state';

/** boot.ts is part of production builds only, and so is the worker. */
const isProduction = () => window.flintBoot !== undefined;

/** What the worker tells of a screen's first answers comes long before the rest of it is wanted. Answers how to stop. */
function listen(): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (data === MESSAGES.fromDevice) setWorkerState({ fromDevice: true });
    if (data === MESSAGES.fromNetwork) setWorkerState({ fromDevice: false });
  };
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  serviceWorker?.addEventListener('message', hear);
  return () => serviceWorker?.removeEventListener('message', hear);
}

/** Starts the service worker once the first screen is there: it must not compete with it. */
export function useWorker(): void {
  useEffect(() => {
    if (!isProduction()) return undefined;
    const deafen = listen();
    let isWanted = true;
    firstScreen()
      .then(() => (isWanted ? import('./start-worker') : null))
      .then(
        (module) => module?.startWorker(),
        () => undefined, // offline before the first visit was over: the next one starts it
      );
    return () => {
      isWanted = false;
      deafen();
    };
  }, []);
}
