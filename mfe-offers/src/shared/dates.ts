import { locale, localized, t } from '@flint/texts';

/** Zone of the reader's own clock. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The date in long format, in English the US one (spec 9): 'Thursday, March 5, 2026'. */
export const longDate = (iso: string): string =>
  localized(
    new Intl.DateTimeFormat(locale(), {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
    }).format(new Date(iso)),
  );

const DATE_MS = 2 * 3_600_000;

/** From when to when a date lasts (spec 9: two hours), with the zone: '6:00 – 8:00 PM EST'. */
export function timeRange(iso: string): string {
  const start = new Date(iso);
  const format = new Intl.DateTimeFormat(locale(), {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const range = format.formatRange(start, new Date(start.getTime() + DATE_MS));
  return localized(range.replace(/\u2009/g, ' '));
}

/** A time in one short line: 'Thu, Mar 5, 6:00 PM'. */
export const shortTime = (iso: string): string =>
  localized(
    new Intl.DateTimeFormat(locale(), {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }).format(new Date(iso)),
  );

/** The reader's zone in words: 'Toronto time (EST)'. */
export function zoneName(at: Date = new Date()): string {
  const city = viewerZone().split('/').at(-1)!.replace(/_/g, ' ');
  const short = new Intl.DateTimeFormat(locale(), { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return short && short !== city ? t('{city} time ({zone})', { city, zone: short }) : localized(city);
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
  return value && !Number.isNaN(at.getTime()) ? at : null;
}
