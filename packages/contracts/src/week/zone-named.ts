import { Temporal } from 'temporal-polyfill';

/** Valid names, as their database spells them, so that there are only some hundreds. */
const known = new Set<string>();

/**
 * The IANA zone of that name, spelled as its database does; null if the platform or Temporal refuses it ('JST', 'IST' are known to one of the
 * two), since weeks are converted by both.
 */
export function zoneNamed(name: string): string | null {
  if (known.has(name)) return name;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    const zone = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
    known.add(zone);
    return zone;
  } catch {
    return null;
  }
}
