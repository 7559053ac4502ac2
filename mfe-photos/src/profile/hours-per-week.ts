import type { Availability } from '@flint/contracts';

/** Hours shown on the profile: slot ranges times 2, not the hours painted (a quirk of spec 9). */
export function hoursPerWeek(week: Availability | null | undefined): number {
  return (week?.utcSlots.length ?? 0) * 2;
}

/** The hours painted, as the week's own screen counts them. */
export const freeHours = (week: Availability | null | undefined): number =>
  (week?.utcSlots ?? []).reduce((sum, { startHour, endHour }) => sum + endHour - startHour, 0);
