import type { Navigation } from '@flint/remote-kit';
import type { Data } from '../platform/opened-data';
import { screenOfPath } from '../routing/paths';

/** Reads the lists of offers and of matches again, where a person with an open offer disappears. */
export const refreshOffers = ({ module: { api }, store }: Data): void =>
  void store.dispatch(api.util.invalidateTags(['Offers', 'Matches']));

/** Goes to the screen of an alert that is tapped, and tells the worker (worker/alerts.ts). Returns a function that stops. */
export function followAlerts(data: Data, goTo: Navigation['goTo']): () => void {
  const handleMessage = ({ data: message, ports }: MessageEvent<unknown>) => {
    const path = String(message);
    const [address, query] = path.split('?');
    const screen = screenOfPath(address!);
    if (!screen) return;
    ports[0]!.postMessage(null, []);
    // a page that was hidden had no event of it
    refreshOffers(data);
    if (path !== location.pathname + location.search)
      goTo(screen, Object.fromEntries(new URLSearchParams(query)));
  };
  // not in every browser
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('message', handleMessage);
  return () => worker?.removeEventListener('message', handleMessage);
}
