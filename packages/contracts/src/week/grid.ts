export const DAYS = 7;
export const HOURS = 24;
export const CELLS = DAYS * HOURS;

/** A week of wall-clock hours: the cells `day * 24 + hour` that are free; Sunday is day 0 (spec 3). */
export type WeekGrid = ReadonlySet<number>;

/** The cell of a day and an hour. */
export const cellOf = (day: number, hour: number): number => day * HOURS + hour;

/** The day (0 is Sunday) and hour of a cell. */
export const dayAndHour = (cell: number): { readonly day: number; readonly hour: number } => ({
  day: Math.floor(cell / HOURS),
  hour: cell % HOURS,
});
