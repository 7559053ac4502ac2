import { LIMITS } from '@flint/contracts';
import { DAY_MS, HOUR_MS } from '@flint/contracts/time';
import { locale, localized, t } from '@flint/texts';

/**
 * A cached formatter for the page's language and the reader's clock: creating one takes milliseconds on a phone, and each card needs four.
 * The cache key has the zone's offset, so that a change of zone creates new formatters.
 */
function cachedBy<Format>(create: (locale: string) => Format): () => Format {
  const made: Record<string, Format> = {};
  return () => (made[`${locale()} ${new Date().getTimezoneOffset()}`] ??= create(locale()));
}

const cached = (options: Intl.DateTimeFormatOptions) =>
  cachedBy((place) => new Intl.DateTimeFormat(place, options));

/** A writer of a time with its hour, and with its minutes where they are not 0. */
function timed(options: Intl.DateTimeFormatOptions = {}): (iso: string) => string {
  const hour = cached({ ...options, hour: 'numeric' });
  const minute = cached({ ...options, hour: 'numeric', minute: '2-digit' });
  return (iso) => {
    const at = new Date(iso);
    return localized((at.getMinutes() === 0 ? hour : minute)().format(at));
  };
}

const LONG = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;
const longFormat = cached(LONG);
const clockFormat = cached({ hour: 'numeric', minute: '2-digit' });

/** The date in long format, in English the US one (spec 9): 'Thursday, March 5, 2026'. */
export const longDate = (iso: string): string => localized(longFormat().format(new Date(iso)));

/** The same with its time: 'Thursday, March 5, 2026 at 6 PM'. */
export const longDateAndTime = timed(LONG);

/** The time of day alone: '6 PM', '5:12 PM'. */
export const timeAlone = timed();

/** The number of a day of the reader's calendar, whose days may have 23 or 25 hours. */
function dayOf(instant: number): number {
  const at = new Date(instant);
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS;
}

/** Midnights between two instants. */
export const daysBetween = (from: number, to: number): number => dayOf(to) - dayOf(from);

/** With a capital letter, where no sentence goes on before it. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);

/** Without its capital letter, inside a sentence. */
export const inSentence = (text: string): string =>
  text.charAt(0).toLocaleLowerCase(locale()) + text.slice(1);

const relativeFormat = cachedBy((place) => new Intl.RelativeTimeFormat(place, { numeric: 'auto' }));
const relative = (count: number, unit: 'day' | 'hour' | 'minute'): string =>
  localized(relativeFormat().format(count, unit));

const daysAhead = (iso: string, today: number): number => daysBetween(today, Date.parse(iso));

/** 'today' or 'tomorrow', by the clock that all times are shown in; undefined for a day after the last. Components use `useToday`. */
function nearDay(iso: string, today: number, last: 0 | 1): string | undefined {
  const days = daysAhead(iso, today);
  return days >= 0 && days <= last ? relative(days, 'day') : undefined;
}

/** Whether the weekday alone identifies the day: shared hours reach two weeks ahead, and earlier offers are in the past. */
function isThisWeek(iso: string, today: number): boolean {
  const days = daysAhead(iso, today);
  return days >= 0 && days < 7;
}

/** A writer of a day and time, which calls the near days by their names: 'today 6 PM'. */
const dayed =
  (write: (iso: string, today: number) => string, last: 0 | 1 = 1) =>
  (iso: string, today: number) => {
    const near = nearDay(iso, today, last);
    return near ? `${near} ${timeAlone(iso)}` : write(iso, today);
  };

const WEEKDAY = { weekday: 'short' } as const;
const DATE = { month: 'short', day: 'numeric' } as const;
const [weekdayAndTime, dateAndTime] = [timed(WEEKDAY), timed(DATE)];
const [weekdayFormat, dateFormat] = [cached(WEEKDAY), cached(DATE)];

const nameOrDate = (iso: string, today: number) =>
  (isThisWeek(iso, today) ? weekdayAndTime : dateAndTime)(iso);

/** Short day and time inside a sentence: 'today 6 PM', within a week 'Wed 6 PM', else 'Mar 12, 6 PM'. */
export const dayAndTime = dayed(nameOrDate);

/** The same beside tiles, with their name for tomorrow: 'Fri 6 PM'. */
export const timeOnTile = dayed(nameOrDate, 0);

/** The same in two parts, for a tile, which has no room for 'Tomorrow': 'Today', 'Wed' or 'Mar 12' over '6 PM'. */
export const dayAndTimeParts = (iso: string, today: number): readonly [day: string, time: string] => {
  const format = isThisWeek(iso, today) ? weekdayFormat : dateFormat;
  return [capital(nearDay(iso, today, 0) ?? localized(format().format(new Date(iso)))), timeAlone(iso)];
};

/** Time until then: 'In 3 days', 'Tomorrow', 'In 2 hours', 'Now'. */
export function countdown(iso: string, now: number): string {
  const at = Date.parse(iso);
  const days = daysBetween(now, at);
  const minutes = Math.round((at - now) / 60_000);
  if (minutes <= 0) return t('Now');
  if (days > 0) return capital(relative(days, 'day'));
  return capital(minutes < 60 ? relative(minutes, 'minute') : relative(Math.round(minutes / 60), 'hour'));
}

/** The end of a date that begins then (spec 9). */
export const endOfDate = (iso: string): Date => new Date(Date.parse(iso) + LIMITS.dateHours * HOUR_MS);

/** Start and end of a date: '6:00 – 8:00 PM'. */
export function timeRange(iso: string): string {
  const start = new Date(iso);
  const end = endOfDate(iso);
  // a range past midnight would contain both dates in digits
  const isOneDay = start.getDate() === end.getDate();
  const range = isOneDay
    ? clockFormat().formatRange(start, end)
    : `${clockFormat().format(start)} – ${clockFormat().format(end)}`;
  return localized(range.replace(/\u2009/g, ' '));
}

const two = (value: number) => String(value).padStart(2, '0');

/** The value a `datetime-local` field shows for an instant, in the reader's zone. */
export function toField(at: Date): string {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant of such a value; null while it is empty or half typed. */
export function fromField(value: string): Date | null {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}
