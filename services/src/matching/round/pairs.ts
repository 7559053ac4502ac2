/** 18 bits per row and 16 per level: level, lower row and higher row make a whole number below 2^52. */
const ROWS = 2 ** 18;
const PER_ROW = 1 / ROWS;
const PER_LEVEL = PER_ROW * PER_ROW;
const TOP = 65_535;

/** Levels of a score of 1. */
export const LEVELS = 32_768;
/** The level of a score of 0; the rest leaves room to raise and lower pairs. */
const FLOOR = 16_384;

export const levelOf = (score: number): number => FLOOR + Math.round(score * LEVELS);
/** The lowest score of that level. */
export const leastOf = (level: number): number => (level - FLOOR - 0.5) / LEVELS;

/** Two students and their level as one number that sorts by level. */
export const packPair = (level: number, a: number, b: number): number =>
  a < b ? (level * ROWS + a) * ROWS + b : (level * ROWS + b) * ROWS + a;

export const levelOfPair = (pair: number): number => Math.floor(pair * PER_LEVEL);
/** Both rows as one number, for `lowOf` and `highOf`. */
export const rowsOfPair = (pair: number): number => pair - Math.floor(pair * PER_LEVEL) * (ROWS * ROWS);
export const lowOf = (rows: number): number => Math.floor(rows * PER_ROW);
export const highOf = (rows: number, low: number): number => rows - low * ROWS;

/** The other student of a pair. */
export const partnerOf = (pair: number, row: number): number => {
  const rows = rowsOfPair(pair);
  const low = lowOf(rows);
  return low === row ? highOf(rows, low) : low;
};

/** The same pair at another level, clamped to the valid range. */
export const atLevel = (level: number, rows: number): number =>
  (level < 0 ? 0 : level > TOP ? TOP : level) * ROWS * ROWS + rows;

/** A level and a row as one number that sorts by level. */
export const packRow = (level: number, row: number): number => level * ROWS + row;
export const levelOfRow = (packed: number): number => Math.floor(packed * PER_ROW);
export const rowOf = (packed: number): number => packed - Math.floor(packed * PER_ROW) * ROWS;

/** Sorts packed pairs and removes duplicates. Returns how many are left. */
export function sortUnique(pairs: Float64Array): number {
  pairs.sort();
  let count = 0;
  for (let k = 0; k < pairs.length; k++) if (k === 0 || pairs[k] !== pairs[k - 1]) pairs[count++] = pairs[k]!;
  return count;
}
