import { popcount } from '@flint/contracts/week/hours';
import { COUNT_AT } from './bits';

/** Rows scored at once: their sums stay in the nearest cache. */
export const BLOCK = 512;

/** Sums of one block of rows in one direction: what each pair earned, and the most it could earn. */
export interface Sums {
  readonly earned: Float64Array;
  readonly most: Float64Array;
}

/** Some of the rows that one student is compared with. */
export interface Block {
  readonly rows: Uint32Array;
  readonly from: number;
  readonly to: number;
}

// One loop for each kind of term, over a block of rows: a column is read in one go, and the table of one term stays in the nearest cache.

/** Sums of the weights of every combination of 11 bits, for bits 0 to 10, 11 to 21 and 22 to 31. */
export const weightTables = (weights: readonly number[]): readonly Float64Array[] =>
  [0, 11, 22].map((shift) =>
    Float64Array.from({ length: 2048 }, (_, mask) =>
      weights.slice(shift, shift + 11).reduce((sum, weight, i) => sum + ((mask >> i) & 1) * weight, 0),
    ),
  );

/** Adds the weights of the terms that both answered. */
export function addKnown(
  { rows, from, to }: Block,
  own: number,
  column: Uint32Array,
  [low, middle, high]: readonly Float64Array[],
  { most }: Sums,
): void {
  for (let i = from, k = 0; i < to; i++, k++) {
    const known = own & column[rows[i]!]!;
    most[k]! += low![known & 2047]! + middle![(known >>> 11) & 2047]! + high![known >>> 22]!;
  }
}

/** Adds a table of two choices; `base` is the part of the index of this student. */
export function addChoices(
  { rows, from, to }: Block,
  column: Uint8Array,
  base: number,
  values: Float64Array,
  { earned }: Sums,
): void {
  for (let i = from, k = 0; i < to; i++, k++) earned[k]! += values[base + column[rows[i]!]!]!;
}

/** One side of an overlap: this student's bits, and the columns of the others. */
export interface Side {
  readonly low: number;
  readonly high: number;
  readonly opposites: number;
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  readonly sides: Uint32Array;
  /** The part of the index of this student, and what one more option of the other adds to it. */
  readonly base: number;
  readonly stride: number;
  /** What one more option in common adds. */
  readonly each: number;
}

/** Adds what two lists share, in one direction. */
export function addOverlap(
  { rows, from, to }: Block,
  { low, high, opposites, lows, highs, sides, base, stride, each }: Side,
  values: Float64Array,
  { earned }: Sums,
): void {
  for (let i = from, k = 0; i < to; i++, k++) {
    const row = rows[i]!;
    const word = lows[row]!;
    let both = popcount(low & word);
    if (high !== 0) both += popcount(high & highs[row]!);
    let at = base + (word >>> COUNT_AT) * stride + both * each;
    if (opposites !== 0) {
      const clashes = opposites & sides[row]!;
      at += popcount((clashes | (clashes >>> 16)) & 0xffff);
    }
    earned[k]! += values[at]!;
  }
}

/** Several numbers of one question, and what each two of them add to the index of its table. */
export interface Distances {
  readonly columns: readonly Uint8Array[];
  /** The part of the index in `gaps` of this student, by column. */
  readonly bases: readonly number[];
  readonly gaps: Int32Array;
  readonly weight: number;
}

const at = new Int32Array(BLOCK);

/** Adds the mean distance of numbers; index 0 of the table is for none known. */
export function addDistances(
  { rows, from, to }: Block,
  { columns, bases, gaps, weight }: Distances,
  values: Float64Array,
  { earned, most }: Sums,
): void {
  at.fill(0);
  for (let key = 0; key < columns.length; key++) {
    const [column, base] = [columns[key]!, bases[key]!];
    for (let i = from, k = 0; i < to; i++, k++) at[k]! += gaps[base + column[rows[i]!]!]!;
  }
  for (let k = 0; k < to - from; k++) {
    if (at[k] === 0) continue;
    earned[k]! += values[at[k]!]!;
    most[k]! += weight;
  }
}
