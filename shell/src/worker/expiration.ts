import type { WorkboxPlugin } from 'workbox-core/types';
import { ExpirationPlugin } from 'workbox-expiration';

/** Limits number and age of the entries of a cache, and deletes it first when the device is full. */
export function expiration(maxEntries: number, days: number): WorkboxPlugin {
  const plugin = new ExpirationPlugin({
    maxEntries,
    maxAgeSeconds: days * 24 * 3600,
    purgeOnQuotaError: true,
  });
  // the plugin's type has `undefined` where the strategy's has an absent property
  return plugin as WorkboxPlugin;
}
