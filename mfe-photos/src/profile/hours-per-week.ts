import type { Availability } from '@flint/contracts';
import { MINUTE_MS } from '@flint/contracts/time';
import { offsetMinutes } from '@flint/contracts/week/zone';
import { locale, localized, t } from '@flint/texts';

/** Hours shown on the profile: slot ranges times 2, not the hours painted (a quirk of spec 9). */
export function hoursPerWeek(week: Availability | null | undefined): number {
  return (week?.utcSlots.length ?? 0) * 2;
}

/**
 * How the quick stats count the week (spec 9), so that a student can check it against the painted week: stored ranges end at midnight UTC, by
 * the offset in force when the week was saved.
 */
export function countOf({ utcSlots, timezone, lastUpdated }: Availability): string {
  if (!utcSlots.some(({ startHour }) => startHour === 0)) return t('2 hours for each free range');
  const midnight = new Date(offsetMinutes(timezone, new Date(lastUpdated)) * MINUTE_MS);
  const look = { timeStyle: 'short', timeZone: 'UTC' } as const;
  // only zones that are half an hour off need their minutes
  const clock = localized(midnight.toLocaleTimeString(locale(), look).replace(/\D00\b/, ''));
  return t('2 hours for each free range, cut at {clock}', { clock });
}
