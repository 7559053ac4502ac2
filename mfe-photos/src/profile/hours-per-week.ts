import type { Availability } from '@flint/contracts';
import { locale, localized, t } from '@flint/texts';

/** Hours shown on the profile: slot ranges times 2, not the hours painted (a quirk of spec 9). */
export function hoursPerWeek(week: Availability | null | undefined): number {
  return (week?.utcSlots.length ?? 0) * 2;
}

/** How the quick stats count the week (spec 9), so that a student can check it against the painted week: stored ranges end at midnight UTC. */
export function countOf({ utcSlots, timezone, lastUpdated }: Availability): string {
  if (!utcSlots.some(({ startHour }) => startHour === 0)) return t('2 hours for each free range');
  const midnight = new Date(lastUpdated.slice(0, 10));
  const look = { timeStyle: 'short', timeZone: timezone } as const;
  // only zones that are half an hour off need their minutes
  const clock = localized(midnight.toLocaleTimeString(locale(), look).replace(/\D00\b/, ''));
  return t('2 hours for each free range, 4 if it goes past {clock}', { clock });
}
