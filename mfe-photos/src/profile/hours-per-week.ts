import type { Availability } from '@flint/contracts';

/** Hours shown on the profile: slot ranges times 2, not the hours painted (a quirk of spec 9). */
export function hoursPerWeek(week: Availability | null | undefined): number {
  return (week?.utcSlots.length ?? 0) * 2;
}
