import type { Availability } from '@flint/contracts';
import { locale, localized, plural, t } from '@flint/texts';

/** Hours shown on the profile: slot ranges times 2, not the hours painted (a quirk of spec 9). */
export function hoursPerWeek(week: Availability | null | undefined): number {
  return (week?.utcSlots.length ?? 0) * 2;
}

/** The hours painted, as the week's own screen counts them. */
export const freeHours = (week: Availability | null | undefined): number =>
  (week?.utcSlots ?? []).reduce((sum, { startHour, endHour }) => sum + endHour - startHour, 0);

/** How the quick stats count the week (spec 9), so that a student can check it against the hours of the week: stored ranges end at midnight UTC. */
export function countOf({ utcSlots, timezone, lastUpdated }: Availability): string {
  const ranges = plural(utcSlots.length, 'Hours/Week: {n} free range × 2', 'Hours/Week: {n} free ranges × 2');
  if (!utcSlots.some(({ startHour }) => startHour === 0)) return ranges;
  const midnight = new Date(lastUpdated.slice(0, 10));
  const look = { timeStyle: 'short', timeZone: timezone } as const;
  // only zones that are half an hour off need their minutes
  const clock = localized(midnight.toLocaleTimeString(locale(), look).replace(/\D00\b/, ''));
  return `${ranges}; ${t('one that passes {clock} counts as two', { clock })}`;
}
