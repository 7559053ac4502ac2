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
