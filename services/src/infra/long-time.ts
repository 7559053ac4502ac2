import type { Catalogue } from '@flint/texts/catalogue';

/** Weekday, date, time and zone in words: for somebody who may be in another zone, and of the hour that clocks repeat. */
export const longTime = (at: Date, { locale }: Catalogue, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
