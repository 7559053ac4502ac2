import { Temporal } from 'temporal-polyfill';

/** A weekly grid: bit `day * 24 + hour` (Sunday is day 0) is set when that hour of the zone's clock is free. */
export interface WeekBits {
  /** Six words of 32 bits. */
  readonly words: Uint32Array;
  /** IANA zone. */
  readonly timezone: string;
}

/** Days ahead in which common time counts. */
export const DAYS_AHEAD = 14;
/** Whole hours in the window. */
export const WINDOW_HOURS = DAYS_AHEAD * 24;
/** 32-bit words that hold a bit per hour of the window. */
export const WINDOW_WORDS = Math.ceil(WINDOW_HOURS / 32);

/** The hours in which shared time is searched: whole hours of the university's clock, from `start` (epoch milliseconds) on. */
export interface HourWindow {
  readonly start: number;
}

const HOUR = 3_600_000;

/** The window that begins with the next whole hour of the zone after `now`; zones off by 30 or 45 minutes keep their own hours. */
export function hourWindow(now: Date, timezone: string): HourWindow {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  const hour = here.round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  return { start: hour.epochMilliseconds };
}

/** The grid cells that an hour of the window overlaps in a zone (one, or two if offsets differ by a fraction); -1: no cell. */
type CellTable = Int16Array;

function cellAt(epoch: number, timezone: string): number {
  const at = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(timezone);
  const first = at.toPlainDateTime().toZonedDateTime(timezone, { disambiguation: 'earlier' });
  // of a repeated hour, only the first pass is in the week
  if (first.epochMilliseconds !== epoch) return -1;
  return (at.dayOfWeek % 7) * 24 + at.hour;
}

/** Milliseconds by which the zone is ahead of UTC from a day before the window to its end; null when its clock changes meanwhile. */
function steadyOffset({ start }: HourWindow, timezone: string): number | null {
  const offsets = Array.from({ length: DAYS_AHEAD + 2 }, (_, day) => {
    const at = Temporal.Instant.fromEpochMilliseconds(start + (day - 1) * 24 * HOUR);
    return at.toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;
  });
  return offsets.every((offset) => offset === offsets[0]) ? offsets[0]! : null;
}

/** 1 January 1970 was a Thursday. */
const THURSDAY = 4 * 24;

function buildTable(window: HourWindow, timezone: string): CellTable {
  const offset = steadyOffset(window, timezone);
  // without a clock change an addition is enough; a lookup for each hour takes a hundred times as long
  const cell = (epoch: number) =>
    offset === null ? cellAt(epoch, timezone) : (Math.floor((epoch + offset) / HOUR) + THURSDAY) % (7 * 24);
  const table = new Int16Array(WINDOW_HOURS * 2);
  for (let hour = 0; hour < WINDOW_HOURS; hour++) {
    const from = window.start + hour * HOUR;
    table[hour * 2] = cell(from);
    table[hour * 2 + 1] = cell(from + HOUR - 60_000);
  }
  return table;
}

/** Converts weekly grids into hours of one window; caches the table of each zone. */
export function createProjector(window: HourWindow) {
  const tables = new Map<string, CellTable>();
  const tableOf = (timezone: string) => {
    let table = tables.get(timezone);
    if (!table) tables.set(timezone, (table = buildTable(window, timezone)));
    return table;
  };
  const isFree = (words: Uint32Array, cell: number) =>
    cell >= 0 && ((words[cell >> 5]! >>> (cell & 31)) & 1) === 1;
  return {
    window,
    /** Writes the window's free hours to `out` at `offset`: bit h is set when the whole hour h is free. */
    project({ words, timezone }: WeekBits, out: Uint32Array, offset = 0): void {
      const table = tableOf(timezone);
      out.fill(0, offset, offset + WINDOW_WORDS);
      for (let hour = 0; hour < WINDOW_HOURS; hour++) {
        if (isFree(words, table[hour * 2]!) && isFree(words, table[hour * 2 + 1]!)) {
          out[offset + (hour >> 5)]! |= 1 << (hour & 31);
        }
      }
    },
  };
}

export type Projector = ReturnType<typeof createProjector>;

/** Hours of the window at which both have that hour and the next one free, soonest first. */
export function sharedStartHours(a: Uint32Array, b: Uint32Array, offsetA = 0, offsetB = 0): number[] {
  const hours: number[] = [];
  let low = a[offsetA]! & b[offsetB]!;
  for (let word = 0; word < WINDOW_WORDS; word++) {
    const high = word + 1 < WINDOW_WORDS ? a[offsetA + word + 1]! & b[offsetB + word + 1]! : 0;
    for (let rest = low & ((low >>> 1) | (high << 31)); rest !== 0; rest &= rest - 1)
      hours.push(word * 32 + 31 - Math.clz32(rest & -rest));
    low = high;
  }
  return hours;
}

/** The number of those hours. */
export function countSharedStarts(a: Uint32Array, b: Uint32Array, offsetA: number, offsetB: number): number {
  let count = 0;
  let low = a[offsetA]! & b[offsetB]!;
  for (let word = 0; word < WINDOW_WORDS; word++) {
    const high = word + 1 < WINDOW_WORDS ? a[offsetA + word + 1]! & b[offsetB + word + 1]! : 0;
    count += popcount(low & ((low >>> 1) | (high << 31)));
    low = high;
  }
  return count;
}

/** Bits set in a 32-bit word. */
export function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The instant of an hour of the window. */
export function instantOf({ start }: HourWindow, hour: number): Date {
  return new Date(start + hour * HOUR);
}
