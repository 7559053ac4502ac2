import type { WorkboxPlugin } from 'workbox-core/types';
import { ExpirationPlugin } from 'workbox-expiration';

/** Bounds a cache in number and age, and gives it up first when the device has no room. */
export function expiration(maxEntries: number, days: number): WorkboxPlugin {
  const plugin = new ExpirationPlugin({
    maxEntries,
    maxAgeSeconds: days * 24 * 3600,
    purgeOnQuotaError: true,
  });
  // its type says `undefined` where the strategy's says absent
  return plugin as WorkboxPlugin;
}
