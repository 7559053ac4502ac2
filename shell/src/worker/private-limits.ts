import { DAY_MS } from '@flint/contracts/time';
import { registerQuotaErrorCallback } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types';

/**
 * Limits number and age of the entries of a private cache, and deletes it first when the device is full. Unlike Workbox's expiration it has no
 * record of its own, which would outlast the cache with the addresses of what was viewed.
 */
export function limits(cacheName: string, maxEntries: number, days: number): WorkboxPlugin {
  registerQuotaErrorCallback(() => caches.delete(cacheName));
  const isOld = (response: Response) =>
    Date.now() - Date.parse(response.headers.get('date') ?? '') > days * DAY_MS;
  return {
    cachedResponseWillBeUsed: async ({ cachedResponse }) =>
      cachedResponse && !isOld(cachedResponse) ? cachedResponse : null,
    async cacheDidUpdate() {
      const cache = await caches.open(cacheName);
      // the oldest first
      const keys = await cache.keys();
      await Promise.all(keys.slice(0, -maxEntries).map((key) => cache.delete(key)));
    },
  };
}
