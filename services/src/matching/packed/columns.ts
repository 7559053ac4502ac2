import { WINDOW_WORDS } from '../week-hours';

/** Words of a weekly grid: 168 bits. */
export const WEEK_WORDS = 6;
/** An 8-bit value that is not known. */
export const UNKNOWN = 255;

const U32 = [
  'traits',
  'traitsWish',
  'green',
  'greenWish',
  'habits',
  'habitsWish',
  'social',
  'socialWish',
  'hobbiesLow',
  'hobbiesHigh',
  'hobbiesWishLow',
  'hobbiesWishHigh',
  'values',
  'nigglingHabits',
  'idHash',
  'bornYmd',
] as const;
const U16 = [
  'love',
  'firstDate',
  'dateIdeas',
  'priorities',
  'weekend',
  'facts',
  'firmNoFacts',
  'nigglingFacts',
  'flags',
] as const;
const U8 = [
  'intent',
  'timeline',
  'balance',
  'emotional',
  'coreValue',
  'religion',
  'religionFamily',
  'gender',
  'seeking',
  'ageMin',
  'ageMax',
  'scale0',
  'scale1',
  'scale2',
  'scale3',
  'drinking',
  'smoking',
  'cannabis',
  'weeksUnasked',
  'zone',
] as const;

type Column = (typeof U32)[number] | (typeof U16)[number] | (typeof U8)[number];

const ALL: readonly Column[] = [...U32, ...U16, ...U8];

/** One student's numbers, by column. */
export type Row = Record<Column, number>;

/** Bits of the `flags` column. */
export const FLAG = {
  live: 1,
  hasWeek: 2,
  anyFirstDate: 4,
  anyDateIdea: 8,
  differentFaithIsNo: 16,
  earlyMornings: 32,
  lateNights: 64,
  wantsChildrenIsNo: 128,
  noChildrenIsNo: 256,
  habitsAnswered: 512,
  sleepMatters: 1024,
} as const;

/** The columns; index them by a student's row. */
export type Tables = Record<(typeof U32)[number], Uint32Array> &
  Record<(typeof U16)[number], Uint16Array> &
  Record<(typeof U8)[number], Uint8Array> & { week: Uint32Array; window: Uint32Array };

function allocate(capacity: number): Tables {
  const tables: Record<string, Uint32Array | Uint16Array | Uint8Array> = {
    week: new Uint32Array(capacity * WEEK_WORDS),
    window: new Uint32Array(capacity * WINDOW_WORDS),
  };
  for (const name of U32) tables[name] = new Uint32Array(capacity);
  for (const name of U16) tables[name] = new Uint16Array(capacity);
  for (const name of U8) tables[name] = new Uint8Array(capacity);
  return tables as Tables;
}

/** Bytes one student takes. */
export const BYTES_PER_STUDENT =
  U32.length * 4 + U16.length * 2 + U8.length + (WEEK_WORDS + WINDOW_WORDS) * 4;

/** Students as columns of typed arrays; grows by half when full. */
export class Columns {
  tables: Tables;
  private capacity: number;

  constructor(capacity = 256) {
    this.capacity = capacity;
    this.tables = allocate(capacity);
  }

  /** Makes room for a row at that index. */
  reserve(index: number): void {
    if (index < this.capacity) return;
    const next = allocate(Math.max(index + 1, Math.ceil(this.capacity * 1.5)));
    for (const [name, old] of Object.entries(this.tables)) next[name as 'week'].set(old as Uint32Array);
    this.tables = next;
    this.capacity = next.idHash.length;
  }

  write(index: number, row: Row): void {
    this.reserve(index);
    for (const name of ALL) this.tables[name][index] = row[name];
  }

  get bytes(): number {
    return Object.values(this.tables).reduce((sum, table) => sum + table.byteLength, 0);
  }
}
