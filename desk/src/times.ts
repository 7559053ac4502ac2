import { MINUTE_MS } from '@flint/contracts/time';

/** A duration in its two largest units: `1 d 4 h`, `5 h`, `12 min`. */
export function lengthOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return hours > 0 && days < 4 ? `${days} d ${hours} h` : `${days} d`;
  return hours > 0 ? `${hours} h` : `${minutes} min`;
}

/** The time left, or how late it is. */
export function leftUntil(due: string, now: number): { readonly text: string; readonly isLate: boolean } {
  const ms = Date.parse(due) - now;
  return ms >= 0
    ? { text: `${lengthOf(ms)} left`, isLate: ms < 6 * 60 * MINUTE_MS }
    : { text: `${lengthOf(-ms)} late`, isLate: true };
}

const format = (options: Intl.DateTimeFormatOptions) => (at: string) =>
  new Intl.DateTimeFormat('en-US', options).format(new Date(at));

/** `10:24 AM` */
export const clockOf = format({ timeStyle: 'short' });
/** `Nov 21, 10:24 AM` */
export const momentOf = format({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
/** `Sat, Nov 21` */
export const dayOf = (day: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
