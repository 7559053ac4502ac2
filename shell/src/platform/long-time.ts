import { DAY_MS } from '@flint/contracts/time';
import { locale } from '@flint/texts';
import { openedData } from './opened-data';

const DAY = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;

const clock = (at: Date): Intl.DateTimeFormatOptions =>
  at.getMinutes() === 0 ? { hour: 'numeric' } : { hour: 'numeric', minute: '2-digit' };

const format = (at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), options).format(at);

/** Date and time of an offer, the date in long format, in English the US one (spec 9): 'Thursday, March 5, 2026 at 6:15 PM'. */
export function longTime(iso: string): string {
  const at = new Date(iso);
  return format(at, { ...DAY, ...clock(at) });
}

/** The same in two parts. */
export function dayAndClock(iso: string): readonly [day: string, clock: string] {
  const at = new Date(iso);
  return [format(at, DAY), format(at, clock(at))];
}

/** Days ahead for which the weekday alone identifies the day; earlier offers, which are listed too, show the date. */
const THIS_WEEK_DAYS = 6;

/** The same, short: 'Sun 6 PM' in the week ahead, else 'Sun, Mar 5, 6 PM'. */
export function shortTime(iso: string): string {
  const at = new Date(iso);
  // the server's clock decides: the device's may be wrong
  const ahead = at.getTime() - (openedData()?.module.serverNow() ?? Date.now());
  const isSoon = ahead > 0 && ahead < THIS_WEEK_DAYS * DAY_MS;
  const day = isSoon ? {} : ({ month: 'short', day: 'numeric' } as const);
  return format(at, { weekday: 'short', ...day, ...clock(at) });
}
