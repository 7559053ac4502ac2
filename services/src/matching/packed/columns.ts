import { WINDOW_WORDS } from '@flint/contracts/week/hours';

/** An unknown 8-bit value. */
export const UNKNOWN = 255;

/** Bits of the `flags` column. */
export const FLAG = { live: 1, hasWeek: 2 } as const;

type Column = Uint8Array | Uint32Array;

/** The columns of every student; `u8`, `u32` or the number of words of 32 bits. */
const OWN = {
  idHash: 'u32',
  bornYmd: 'u32',
  /** The checks of the student's firm noes, and those that are true of the student. */
  firmNoes: 'u32',
  firmTrue: 'u32',
  /** The terms for which the student answered the wish, and the question about oneself. */
  wishesKnown: 'u32',
  selvesKnown: 'u32',
  flags: 'u8',
  gender: 'u8',
  seeking: 'u8',
  ageMin: 'u8',
  ageMax: 'u8',
  missedDates: 'u8',
  window: WINDOW_WORDS,
} as const;

type Own = {
  readonly [Name in keyof typeof OWN]: (typeof OWN)[Name] extends 'u8' ? Uint8Array : Uint32Array;
};

/** Columns indexed by a student's row: those above, and those of the questions by name. */
export type Tables = Own & Readonly<Record<string, Column>>;

/** A student's numbers by column, without the window of shared time. */
export type Row = Readonly<Record<string, number>>;

export type Widths = Readonly<Record<string, 'u8' | 'u32'>>;

/** A function that makes columns for that many students, in memory that threads can share. */
export function allocator(widths: Widths): (capacity: number) => Tables {
  const all: Readonly<Record<string, 'u8' | 'u32' | number>> = { ...OWN, ...widths };
  return (capacity) => {
    const columns = Object.entries(all).map(([name, width]) => {
      if (width === 'u8') return [name, new Uint8Array(new SharedArrayBuffer(capacity))] as const;
      const each = width === 'u32' ? 1 : width;
      return [name, new Uint32Array(new SharedArrayBuffer(capacity * each * 4))] as const;
    });
    return Object.fromEntries(columns) as unknown as Tables;
  };
}
