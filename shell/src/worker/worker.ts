/** The service worker: starts the app offline and shows cached answers. It never delays an update. */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, precache } from 'workbox-precaching';
import type { RouteHandlerCallbackOptions } from 'workbox-core/types';
import { CacheExpiration } from 'workbox-expiration';
import { NavigationRoute, Route, Router } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { readAlertLanguage } from './alert-language';
import { alertLanguage } from './alert-payload';
import { endAlerts, openAlert, showAlert, subscribeAgain, type AlertWorker } from './alerts';
import { address, ADDRESS_MS, fetchWithin } from './address';
import { answer, recordChange, recordEmptied, ofThisSession, write } from './answers';
import { expiration } from './expiration';
import { keptFile, ownFile, type BuiltFile } from './own-file';
import { limits } from './private-limits';
import type { WaitableEvent } from './waitable-event';
import { cacheKindOf, isAnsweredInFull, MESSAGES, PRIVATE_CACHES, type CacheKind } from './cache-kinds';

interface WorkerEvents {
  readonly fetch: Event & { readonly request: Request };
  readonly message: WaitableEvent & { readonly data: unknown };
  readonly activate: WaitableEvent;
  readonly push: WaitableEvent & { readonly data: { text(): string } | null };
  readonly notificationclick: WaitableEvent & { readonly notification: Notification };
  readonly pushsubscriptionchange: WaitableEvent & Parameters<typeof subscribeAgain>[1];
}

interface Worker extends Pick<AlertWorker, 'registration' | 'clients'> {
  /** Written by scripts/build/app-files.ts. */
  readonly __FLINT_FILES: readonly BuiltFile[];
  /** Written by scripts/serve/worker-file.ts. */
  readonly __FLINT_SERVER: {
    readonly origins: readonly string[];
    readonly page: { readonly integrity: string; readonly headers: Readonly<Record<string, string>> };
  };
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

/** The lists that build and server write, under names that are used once. */
const BUILT = self.__FLINT_FILES;
const SERVER = self.__FLINT_SERVER;
const { integrity } = SERVER.page;
const PAGE: BuiltFile = { url: '/', revision: integrity, integrity };

precache([PAGE, ...BUILT]);
cleanupOutdatedCaches();
clientsClaim();

/** A request for another origin than the registry's is the browser's own, under the policy of the page. */
const is =
  (kept: CacheKind) =>
  ({ url, request }: { url: URL; request: Request }) =>
    request.mode !== 'navigate' &&
    [self.location.origin, ...SERVER.origins].includes(url.origin) &&
    cacheKindOf(url, self.location.origin) === kept;

/** The page verifies each manifest by the hash in `/remotes.json`. */
const manifests = new NetworkFirst({
  cacheName: 'flint-manifests',
  networkTimeoutSeconds: ADDRESS_MS / 1_000,
  plugins: [expiration(50, 30)],
});

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

const PICTURES = `${PRIVATE_CACHES}pictures`;
const pictures = new CacheFirst({ cacheName: PICTURES, plugins: [ofThisSession, limits(PICTURES, 80, 1)] });

/** The page from the network, else the cached one with the policy that belongs to it. A changed copy is replaced, or not shown. */
async function page({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const found = await fetchWithin(PAGE_MS, request).catch((error: unknown) => error as Error);
  const isThere = found instanceof Response;
  // a status from 500: the server, or the proxy before it, is down
  if (isThere && found.status < 500) {
    (event as WaitableEvent).waitUntil(ownFile(PAGE).catch(() => undefined));
    return found;
  }
  const kept = await keptFile(PAGE);
  if (kept) return new Response(kept.body, { headers: SERVER.page.headers });
  if (isThere) return found;
  throw found;
}

// not Workbox's default router: that one also requests and caches every address that a script of the page posts to it
const router = new Router();
router.registerRoute(new Route(is('address'), address));
router.registerRoute(new Route(is('manifest'), manifests));
router.registerRoute(new Route(is('answer'), answer));
for (const method of ['POST', 'PUT', 'PATCH'] as const)
  router.registerRoute(
    new Route(
      // what a closing page sends must not depend on the worker
      ({ url, request }) => isAnsweredInFull(url, self.location.origin) && !request.keepalive,
      write,
      method,
    ),
  );
router.registerRoute(new Route(is('picture'), pictures));
router.registerRoute(
  new Route(is('file'), (options) => {
    const { origin, pathname } = options.url;
    const own = origin === self.location.origin && BUILT.find(({ url }) => url === pathname);
    if (own) return ownFile(own);
    return isFresh(options.request) ? requestPastCache(options) : files.handle(options);
  }),
);
router.registerRoute(
  new NavigationRoute(page, {
    denylist: [/^\/(api|auth\/v1|storage|health|outbox)(\/|$)/, /\.[a-z0-9]+$/i],
  }),
);
router.setCatchHandler(async () => Response.error());
router.addFetchListener();
self.addEventListener('fetch', ({ request: { method, url } }) => {
  if (method !== 'GET' && url.startsWith(`${self.location.origin}/api/`)) recordChange();
});

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
/** What earlier workers left: their cache for `/remotes.json`, and the addresses of the photos that a student viewed. */
async function deleteOld(): Promise<void> {
  await caches.delete('flint-addresses');
  const names = (await caches.keys()).filter((name) => name.startsWith(PRIVATE_CACHES));
  for (const name of new Set([PICTURES, ...names]))
    await new CacheExpiration(name, { maxEntries: 1 }).delete();
}
self.addEventListener('activate', (event) => event.waitUntil(deleteOld()));
self.addEventListener('push', (event) => event.waitUntil(showAlert(alerts, event.data?.text())));
self.addEventListener('notificationclick', (event) => event.waitUntil(openAlert(alerts, event.notification)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(alerts, event)));
