import type { Availability } from '../routes/availability';
import { gridToSlots, slotsToGrid } from './slots';

/** The hours of a stored week; none without a week. */
export const cellsOf = (week: Availability | null): ReadonlySet<number> =>
  week ? slotsToGrid(week.utcSlots, week.timezone, new Date(week.lastUpdated)) : new Set();

/** A week of these hours on the zone's clock, in its stored form. */
export const weekOf = (cells: ReadonlySet<number>, timezone: string, at: Date): Availability => ({
  utcSlots: gridToSlots(cells, timezone, at),
  timezone,
  lastUpdated: at.toISOString(),
});

/** Whether both have the same hours on the clock of the same zone. */
export function isSameWeek(a: Availability | null, b: Availability | null): boolean {
  if (!a || !b) return a === b;
  const [own, other] = [cellsOf(a), cellsOf(b)];
  return a.timezone === b.timezone && own.size === other.size && [...own].every((cell) => other.has(cell));
}

/**
 * The stored week with what was changed since `madeFrom`: hours of the wall clock that were added or removed, and the zone. An hour is free or
 * not, so two weeks never conflict. Hours of a device that never saw the stored week move to its clock, at their instants.
 */
export function mergeHours(
  stored: Availability | null,
  given: Availability,
  madeFrom: Availability | null,
): { readonly cells: ReadonlySet<number>; readonly timezone: string } {
  const mine = stored && !madeFrom ? { ...given, timezone: stored.timezone } : given;
  const [own, before] = [cellsOf(mine), cellsOf(madeFrom)];
  const kept = [...cellsOf(stored)].filter((cell) => own.has(cell) || !before.has(cell));
  const added = [...own].filter((cell) => !before.has(cell));
  const isZoneKept = stored && mine.timezone === madeFrom?.timezone;
  return { cells: new Set([...kept, ...added]), timezone: isZoneKept ? stored.timezone : mine.timezone };
}
