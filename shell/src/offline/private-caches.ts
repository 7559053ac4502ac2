import { MESSAGES, PRIVATE_CACHES } from '../worker/cache-kinds';

/** Deletes what the service worker has cached of a student, and prevents that a request in progress is cached. Never throws. */
export async function emptyPrivateCaches(): Promise<void> {
  try {
    // a page that was loaded past the worker has no controller, but the worker serves other tabs
    const { serviceWorker } = navigator;
    const worker = serviceWorker.controller ?? (await serviceWorker.getRegistration())?.active;
    worker?.postMessage(MESSAGES.emptied, []);
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(PRIVATE_CACHES)).map((name) => caches.delete(name)),
    );
  } catch {
    // without a worker nothing is cached
  }
}
