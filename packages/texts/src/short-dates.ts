import { clock, timeAlone, write } from './dates';
import { locale, localized } from './index';

const DAY_MS = 86_400_000;
const WEEKDAY: Intl.DateTimeFormatOptions = { weekday: 'short' };
const DATE: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };

const relativeFormats: Record<string, Intl.RelativeTimeFormat> = {};

/** The number of a day of the reader's calendar, whose days may have 23 or 25 hours. */
function dayOf(instant: number): number {
  const at = new Date(instant);
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS;
}

/** Midnights between two instants. */
export const daysBetween = (from: number, to: number): number => dayOf(to) - dayOf(from);

/** 'tomorrow', 'in 3 hours'. */
export const relative = (count: number, unit: 'day' | 'hour' | 'minute'): string =>
  localized(
    (relativeFormats[locale()] ??= new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })).format(
      count,
      unit,
    ),
  );

/** The days called by name: today alone, or tomorrow, too. */
type LastNamed = 0 | 1;

/** 'today' or 'tomorrow', by the clock that all times are shown in; undefined for a day after the last. */
function nearDay(iso: string, today: number, last: LastNamed): string | undefined {
  const days = daysBetween(today, Date.parse(iso));
  return days >= 0 && days <= last ? relative(days, 'day') : undefined;
}

/** The weekday where it alone identifies the day, else the date: shared hours reach two weeks ahead, and earlier offers are in the past. */
function dayFormat(iso: string, today: number): Intl.DateTimeFormatOptions {
  const days = daysBetween(today, Date.parse(iso));
  return days >= 0 && days < 7 ? WEEKDAY : DATE;
}

/** Short day inside a sentence: 'today', within a week 'Wed', else 'Mar 12'. Components use `useToday`. */
export const shortDay = (iso: string, today: number, last: LastNamed = 1): string =>
  nearDay(iso, today, last) ?? write(iso, dayFormat(iso, today));

/** Short day and time inside a sentence: 'today 6 PM', within a week 'Wed 6 PM', else 'Mar 12, 6 PM'. */
export function dayAndTime(iso: string, today: number, last: LastNamed = 1): string {
  const near = nearDay(iso, today, last);
  return near ? `${near} ${timeAlone(iso)}` : write(iso, { ...dayFormat(iso, today), ...clock(iso) });
}
