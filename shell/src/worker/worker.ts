/** The service worker: starts the app offline and shows cached answers. It never delays an update. */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import type { RouteHandlerCallbackOptions } from 'workbox-core/types';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { readAlertLanguage } from './alert-language';
import { alertLanguage } from './alert-payload';
import { endAlerts, openAlert, showAlert, subscribeAgain, type AlertWorker } from './alerts';
import { answer, recordEmptied, ofThisSession } from './answers';
import { expiration } from './expiration';
import { ownFile, type BuiltFile } from './own-file';
import { cacheKindOf, MESSAGES, PRIVATE_CACHES, type CacheKind } from './cache-kinds';

interface WaitableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerEvents {
  readonly message: WaitableEvent & { readonly data: unknown };
  readonly push: WaitableEvent & { readonly data: { text(): string } | null };
  readonly notificationclick: WaitableEvent & { readonly notification: Notification };
  readonly pushsubscriptionchange: WaitableEvent & Parameters<typeof subscribeAgain>[1];
}

interface Worker extends Pick<AlertWorker, 'registration' | 'clients'> {
  /** Written by scripts/build/app-files.ts. */
  readonly __FLINT_FILES: readonly BuiltFile[];
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ): void;
}
declare const self: Worker;

/** Longest wait for the page before the cached one is used. */
const PAGE_MS = 6_000;

/** The list that the build writes, under a name that the build finds once. */
const BUILT = self.__FLINT_FILES;
precache([...BUILT]);
cleanupOutdatedCaches();
clientsClaim();

const is =
  (kept: CacheKind) =>
  ({ url, request }: { url: URL; request: Request }) =>
    request.mode !== 'navigate' && cacheKindOf(url, self.location.origin) === kept;

const addresses = new NetworkFirst({ cacheName: 'flint-addresses' });

const FILES = 'flint-files';
const files = new CacheFirst({
  cacheName: FILES,
  plugins: [
    {
      // a file that its origin does not mark as immutable is not cached as one
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 && /immutable/.test(response.headers.get('cache-control') ?? '')
          ? response
          : null,
    },
    expiration(150, 30),
  ],
});
const freshFiles = new NetworkFirst({ cacheName: FILES });
/**
 * Handles a request past all caches, which the page makes after a file failed its check. The cached copy is deleted first: the tag requests
 * the same file as soon as it has the answer, and the new copy may not be written yet.
 */
async function requestPastCache(options: RouteHandlerCallbackOptions): Promise<Response> {
  const cache = await caches.open(FILES);
  await cache.delete(options.request, { ignoreVary: true });
  return freshFiles.handle(options);
}
const isFresh = (request: Request) => ['reload', 'no-cache', 'no-store'].includes(request.cache);

const pictures = new CacheFirst({
  cacheName: `${PRIVATE_CACHES}pictures`,
  plugins: [ofThisSession, expiration(80, 1)],
});

registerRoute(is('address'), addresses);
registerRoute(is('answer'), answer);
registerRoute(is('picture'), pictures);
registerRoute(is('file'), async (options) => {
  const own = await ownFile(options.request, BUILT);
  return own ?? (isFresh(options.request) ? requestPastCache(options) : files.handle(options));
});

async function page(request: Request): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PAGE_MS);
  try {
    return await fetch(request, { signal: abort.signal });
  } catch (error) {
    const kept = await matchPrecache('/');
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
registerRoute(
  new NavigationRoute(({ request }) => page(request), {
    denylist: [/^\/(api|auth\/v1|storage|health|outbox)(\/|$)/, /\.[a-z0-9]+$/i],
  }),
);
setCatchHandler(async () => Response.error());

const alerts: AlertWorker = {
  location: self.location,
  registration: self.registration,
  clients: self.clients,
  fetch: (path, init) => fetch(path, init),
  language: readAlertLanguage,
  browserLanguage: alertLanguage(navigator.language),
};

self.addEventListener('message', (event) => {
  if (event.data === MESSAGES.takeOver) void self.skipWaiting();
  if (event.data !== MESSAGES.emptied) return;
  recordEmptied();
  event.waitUntil(endAlerts(alerts));
});
self.addEventListener('push', (event) => event.waitUntil(showAlert(alerts, event.data?.text())));
self.addEventListener('notificationclick', (event) => event.waitUntil(openAlert(alerts, event.notification)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(alerts, event)));
