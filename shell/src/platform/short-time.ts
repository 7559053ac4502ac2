import { locale } from '@flint/texts';

/** A time in one short line: 'Thu, Mar 5, 6 PM', 'Thu, Mar 5, 6:15 PM'. */
export function shortTime(iso: string): string {
  const at = new Date(iso);
  return new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    ...(at.getMinutes() !== 0 && { minute: '2-digit' }),
  }).format(at);
}
