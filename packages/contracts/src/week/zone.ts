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
  const name =
    formatOf(timezone)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT(?:([+-])(\d{2}):?(\d{2})(?::\d{2})?)?/.exec(name);
  if (!match?.[1]) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}
