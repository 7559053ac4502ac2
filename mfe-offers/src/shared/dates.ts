import { LIMITS } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import { locale, localized, t } from '@flint/texts';
import { dateFormat, timeAlone } from '@flint/texts/dates';
import { dayAndTime, daysBetween, relative, shortDay } from '@flint/texts/short-dates';

export * from '@flint/texts/dates';
export * from '@flint/texts/short-dates';

/** With a capital letter, where no sentence goes on before it. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);

/** Without its capital letter, inside a sentence. */
export const inSentence = (text: string): string =>
  text.charAt(0).toLocaleLowerCase(locale()) + text.slice(1);

/** Short day and time beside tiles, with their name for tomorrow: 'Fri 6 PM'. */
export const timeOnTile = (iso: string, today: number): string => dayAndTime(iso, today, 0);

/** The same in two parts, for a tile, which has no room for 'Tomorrow': 'Today', 'Wed' or 'Mar 12' over '6 PM'. */
export const dayAndTimeParts = (iso: string, today: number): readonly [day: string, time: string] => [
  capital(shortDay(iso, today, 0)),
  timeAlone(iso),
];

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
  const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });
  const range = isOneDay ? clock.formatRange(start, end) : `${clock.format(start)} – ${clock.format(end)}`;
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
