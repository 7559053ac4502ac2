import { MESSAGES, PRIVATE_CACHES } from '../worker/kept';

/** Deletes what the service worker keeps of a student, and lets nothing that is under way be kept. Never throws. */
export async function emptyPrivateCaches(): Promise<void> {
  try {
    // a page loaded past the worker has no controller, while the worker still answers other tabs
    const { serviceWorker } = navigator;
    const worker = serviceWorker.controller ?? (await serviceWorker.getRegistration())?.active;
    worker?.postMessage(MESSAGES.emptied, []);
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(PRIVATE_CACHES)).map((name) => caches.delete(name)),
    );
  } catch {
    // no worker, no caches: nothing is kept
  }
}
