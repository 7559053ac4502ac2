import { locale } from '@flint/texts';
import { readStoredSession } from '../session/stored-session';
import { cacheKindOf, MESSAGES } from '../worker/cache-kinds';
import { setWorkerState } from './worker-state';

/** Least time between two checks for a new version while a page is open. */
const LOOK_EVERY_MS = 30 * 60_000;

async function requestAgain(name: string): Promise<void> {
  const kept = cacheKindOf(new URL(name, location.origin), location.origin);
  const token = readStoredSession()?.accessToken;
  // the browser has cached an address
  if (!kept || kept === 'address' || (kept === 'answer' && !token)) return;
  // a cached answer is used for the same language only (Vary, RFC 9110)
  const headers = {
    ...(kept === 'answer' && { authorization: `Bearer ${token}`, 'accept-language': locale() }),
  };
  await fetch(name, { headers, credentials: 'omit' }).catch(() => undefined);
}

/** The addresses of the remotes were in the page: this request lets the browser cache them. */
const cacheAddresses = () => fetch('/remotes.json', { cache: 'no-cache' }).catch(() => undefined);

/** Repeats the requests that the page made before the worker controlled it, so that the first visit is cached, too. */
function cacheFirstVisit(): void {
  void cacheAddresses();
  const asked = new Set<string>();
  let last = Promise.resolve();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (entry.workerStart > 0 || asked.has(entry.name)) continue;
      asked.add(entry.name);
      // one after the other: many at once would slow the page
      last = last.then(() => requestAgain(entry.name));
    }
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** Offers a new version that waits until the pages of the old one are closed. */
function offer(waiting: ServiceWorker): void {
  setWorkerState({
    update() {
      // another tab has activated it, or a newer one has replaced it
      if (waiting.state !== 'installed') return location.reload();
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage(MESSAGES.takeOver, []);
    },
  });
}

function watch(registration: ServiceWorkerRegistration): void {
  const { installing } = registration;
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed' && navigator.serviceWorker.controller) offer(installing);
  });
}

/** Registers the service worker, where the browser has service workers. Never throws. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  if (!serviceWorker.controller) {
    serviceWorker.addEventListener('controllerchange', cacheFirstVisit, { once: true });
  } else {
    void cacheAddresses();
  }
  try {
    const registration = await serviceWorker.register('/sw.js');
    if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
    watch(registration);
    registration.addEventListener('updatefound', () => watch(registration));
    let looked = performance.now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || performance.now() - looked < LOOK_EVERY_MS) return;
      looked = performance.now();
      registration.update().catch(() => undefined);
    });
  } catch {
    // refused by the settings of the browser: the app works online only
  }
}
