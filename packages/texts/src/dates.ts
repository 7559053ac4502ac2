import { locale, localized } from './index';

type Options = Intl.DateTimeFormatOptions;

const LONG: Options = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' };

const dateFormats: Record<string, Intl.DateTimeFormat> = {};

/**
 * A cached formatter for the page's language and the reader's clock: creating one takes milliseconds on a phone, and each card needs four.
 * The cache key has the zone's offset, so that a change of zone creates new formatters.
 */
export function dateFormat(options: Options): Intl.DateTimeFormat {
  const key = `${locale()} ${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`;
  return (dateFormats[key] ??= new Intl.DateTimeFormat(locale(), options));
}

/** An instant so written. */
export const write = (iso: string, options: Options): string =>
  localized(dateFormat(options).format(new Date(iso)));

/** The hour, and the minutes where they are not 0. */
export const clock = (iso: string): Options =>
  new Date(iso).getMinutes() === 0 ? { hour: 'numeric' } : { hour: 'numeric', minute: '2-digit' };

/** The date in long format, in English the US one (spec 9): 'Thursday, March 5, 2026'. */
export const longDate = (iso: string): string => write(iso, LONG);

/** The same with its time: 'Thursday, March 5, 2026 at 6 PM'. */
export const longDateAndTime = (iso: string): string => write(iso, { ...LONG, ...clock(iso) });

/** The time of day alone: '6 PM', '5:12 PM'. */
export const timeAlone = (iso: string): string => write(iso, clock(iso));
