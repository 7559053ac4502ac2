import { localized, t } from '@flint/texts';

/** A zone as every screen names it, by default the device's own: 'Toronto time'. One without a city is named as it is: 'UTC'. */
export function zoneName(zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  const city = zone.split('/').at(-1)!.replaceAll('_', ' ');
  return city === zone ? localized(zone) : t('{city} time', { city });
}
