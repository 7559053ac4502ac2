import { locale, localized, t } from '@flint/texts';

/** The zone of the device's clock, or `fallback`: a browser that finds none names 'Etc/Unknown', which it refuses, and counts in UTC. */
export function deviceZone(fallback = 'UTC'): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    return fallback;
  }
}

/**
 * A zone as every screen names it, by default the device's own: 'Toronto time', 'Center, North Dakota time'. One without a place is named by
 * Intl: 'UTC', and 'GMT-5' for 'Etc/GMT+5', whose own name has the sign of POSIX.
 */
export function zoneName(zone: string = deviceZone()): string {
  const [area, ...place] = zone.replaceAll('_', ' ').split('/');
  if (place[0] && area !== 'Etc') return t('{city} time', { city: place.toReversed().join(', ') });
  const parts = Intl.DateTimeFormat(locale(), { timeZone: zone, timeZoneName: 'short' }).formatToParts();
  return localized(parts.at(-1)!.value);
}
