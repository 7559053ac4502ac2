import { cellOf, CELLS, DAYS, HOURS } from '@flint/contracts/week/index';
import { createStore } from '@flint/remote-kit/store';

/** The cells of the rectangle between two cells, in any corner order. */
function cellsBetween(from: number, to: number): number[] {
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
  const put = (week: Set<number>, cells: Iterable<readonly [number, boolean]>) => {
    for (const [cell, free] of cells) {
      if (free) week.add(cell);
      else week.delete(cell);
    }
    return week;
  };
  /** Notifies once, for any number of cells. */
  const change = (cells: readonly number[], free: boolean) =>
    set(
      put(
        new Set(read()),
        cells.map((cell) => [cell, free]),
      ),
    );
  return {
    read,
    has: (cell: number) => read().has(cell),
    subscribe,
    replace: (cells: Iterable<number>) => set(new Set(cells)),
    change,
    /**
     * Begins a stroke in the mode of its first cell. The returned function paints the rectangle up to a cell, or takes the stroke back. It
     * changes the cells of the rectangle only, so that what another device saves meanwhile stays.
     */
    beginStroke(from: number) {
      const free = !read().has(from);
      /** The cells of the rectangle, as they were before it. */
      let covered: readonly (readonly [number, boolean])[] = [];
      return (to: number | null) => {
        const week = put(new Set(read()), covered);
        covered = to === null ? [] : cellsBetween(from, to).map((cell) => [cell, week.has(cell)]);
        set(
          put(
            week,
            covered.map(([cell]) => [cell, free]),
          ),
        );
      };
    },
    /** Makes the cells free, or busy if all of them are free. Returns the new state. */
    toggleAll(cells: readonly number[]): boolean {
      const free = !cells.every((cell) => read().has(cell));
      change(cells, free);
      return free;
    },
  };
}

export type WeekStore = ReturnType<typeof createWeekStore>;

/** Makes a change of the week; returns a function that takes it back. */
export type UndoableChange = (make: () => void) => () => void;

export const dayCells = (day: number): number[] =>
  Array.from({ length: HOURS }, (_, hour) => cellOf(day, hour));
export const hourCells = (hour: number): number[] =>
  Array.from({ length: DAYS }, (_, day) => cellOf(day, hour));
export const allCells = (): number[] => Array.from({ length: CELLS }, (_, cell) => cell);
