import type { Catalogue } from '@flint/texts/catalogue';

/** Weekday, date, time and zone in words. The zone is named for readers elsewhere, and because one hour occurs twice when clocks change. */
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
