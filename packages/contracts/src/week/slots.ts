import type { UtcSlot } from '../routes/availability';
import { CELLS, type WeekGrid } from './grid';
import { offsetMinutes } from './zone';

const WEEK = 7 * 24 * 60;
const DAY = 24 * 60;
/** All current UTC offsets are whole quarters of an hour. */
const QUARTER = 15;

const wrap = (minute: number) => ((minute % WEEK) + WEEK) % WEEK;
const roundedOffset = (timezone: string, at: Date) =>
  Math.round(offsetMinutes(timezone, at) / QUARTER) * QUARTER;

/**
 * The stored form of a painted week (spec 3): weekly ranges in UTC at the offset in force at `at`, consecutive hours merged, none
 * crossing midnight UTC, sorted; hours are fractions (.25, .5, .75) where the zone's offset asks for it.
 */
export function gridToSlots(grid: WeekGrid, timezone: string, at: Date): UtcSlot[] {
  const offset = roundedOffset(timezone, at);
  const covered = new Uint8Array(WEEK / QUARTER);
  for (const cell of grid)
    for (const quarter of [0, 1, 2, 3]) covered[wrap(cell * 60 + quarter * QUARTER - offset) / QUARTER] = 1;
  const slots: UtcSlot[] = [];
  for (let day = 0; day < 7; day++) {
    let start = -1;
    for (let quarter = 0; quarter <= DAY / QUARTER; quarter++) {
      const on = quarter < DAY / QUARTER && covered[(day * DAY) / QUARTER + quarter] === 1;
      if (on && start < 0) start = quarter;
      if (!on && start >= 0) {
        slots.push({ dayOfWeek: day, startHour: start / 4, endHour: quarter / 4 });
        start = -1;
      }
    }
  }
  return slots;
}

/**
 * The painted week from its stored form: wall clock = UTC + the offset in force at `lastUpdated`, so that 9 AM is still 9 AM after a clock
 * change. An hour is free if all of it is covered.
 */
export function slotsToGrid(slots: readonly UtcSlot[], timezone: string, lastUpdated: Date): Set<number> {
  const offset = roundedOffset(timezone, lastUpdated);
  const covered = new Uint8Array(WEEK / QUARTER);
  for (const { dayOfWeek, startHour, endHour } of slots) {
    for (let hour = startHour; hour < endHour; hour += 0.25)
      covered[wrap(dayOfWeek * DAY + hour * 60 + offset) / QUARTER] = 1;
  }
  const grid = new Set<number>();
  for (let cell = 0; cell < CELLS; cell++) {
    if ([0, 1, 2, 3].every((quarter) => covered[cell * 4 + quarter] === 1)) grid.add(cell);
  }
  return grid;
}
