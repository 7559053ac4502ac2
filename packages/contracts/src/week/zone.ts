import { DAY_MS, MINUTE_MS } from '../time';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format)
    formats.set(
      timezone,
      (format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })),
    );
  return format;
}

/** Minutes east of UTC in force in a zone at an instant, from the platform's zone data. Throws RangeError for an unknown zone. */
export function offsetMinutes(timezone: string, at: Date): number {
  const parts = formatOf(timezone).formatToParts(at);
  // "GMT-04:00"; "GMT" for UTC
  const name = parts.find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
}

/** A time whose UTC parts are what the zone's clock shows at an instant. Throws RangeError for an unknown zone. */
export const clockTime = (timezone: string, at: Date | number): Date =>
  new Date(Number(at) + offsetMinutes(timezone, new Date(at)) * MINUTE_MS);

const HALF_YEAR_MS = 182 * DAY_MS;

/** Whether the clocks of both zones show the same, now and half a year later. One that the platform does not know is like no other. */
export function isSameClock(zone: string, other: string): boolean {
  const shown = (timezone: string) =>
    [0, HALF_YEAR_MS].map((ahead) => offsetMinutes(timezone, new Date(Date.now() + ahead))).join();
  try {
    return zone === other || shown(zone) === shown(other);
  } catch {
    return false;
  }
}
