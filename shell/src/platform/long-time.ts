import { locale } from '@flint/texts';

/** Date and time of an offer, the date in long format, in English the US one (spec 9): 'Thursday, March 5, 2026 at 6:15 PM'. */
export function longTime(iso: string): string {
  const at = new Date(iso);
  return new Intl.DateTimeFormat(locale(), {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    ...(at.getMinutes() !== 0 && { minute: '2-digit' }),
  }).format(at);
}
