import { cellOf, CELLS, DAYS, HOURS } from '@flint/contracts/week/index';
import { createStore } from '@flint/remote-kit/store';

/** A rectangle of cells, inclusive, in any corner order. */
export interface Rectangle {
  readonly from: number;
  readonly to: number;
}

/** The cells of a rectangle between two cells. */
export function cellsBetween({ from, to }: Rectangle): number[] {
  const days = [Math.floor(from / HOURS), Math.floor(to / HOURS)].sort((a, b) => a - b) as [number, number];
  const hours = [from % HOURS, to % HOURS].sort((a, b) => a - b) as [number, number];
  const cells: number[] = [];
  for (let day = days[0]; day <= days[1]; day++)
    for (let hour = hours[0]; hour <= hours[1]; hour++) cells.push(cellOf(day, hour));
  return cells;
}

/** The painted week outside React, so that painting one cell renders one cell. */
export function createWeekStore(initial: Iterable<number> = []) {
  const { get: read, set, subscribe } = createStore<ReadonlySet<number>>(new Set(initial));
  let isStroke = false;
  /** Notifies once per change, for any number of cells. */
  const paint = (before: ReadonlySet<number>, cells: readonly number[], free: boolean) => {
    const next = new Set(before);
    for (const cell of cells) {
      if (free) next.add(cell);
      else next.delete(cell);
    }
    set(next);
  };
  const change = (cells: readonly number[], free: boolean) => paint(read(), cells, free);
  return {
    read,
    has: (cell: number) => read().has(cell),
    subscribe,
    /** Whether a pointer is painting: then the week is not replaced from outside. */
    isStroke: () => isStroke,
    setStroke(next: boolean) {
      isStroke = next;
      // those who waited follow now
      if (!next) set(new Set(read()));
    },
    replace: (cells: Iterable<number>) => set(new Set(cells)),
    change,
    /** The week before a stroke, with the cells of the stroke. */
    paint,
    /** Makes the cells free, or busy if all of them are free. Returns the new state. */
    toggleAll(cells: readonly number[]): boolean {
      const free = !cells.every((cell) => read().has(cell));
      change(cells, free);
      return free;
    },
  };
}

export type WeekStore = ReturnType<typeof createWeekStore>;

export const dayCells = (day: number): number[] =>
  Array.from({ length: HOURS }, (_, hour) => cellOf(day, hour));
export const hourCells = (hour: number): number[] =>
  Array.from({ length: DAYS }, (_, day) => cellOf(day, hour));
export const allCells = (): number[] => Array.from({ length: CELLS }, (_, cell) => cell);
