import { WINDOW_WORDS } from '@flint/contracts/week/hours';

/** An 8-bit value that is not known. */
export const UNKNOWN = 255;

/** Bits of the `flags` column; the five of daily rhythm and children stand together, so that they can be looked up at once. */
export const FLAG = {
  live: 1,
  hasWeek: 2,
  differentFaithIsNo: 4,
  earlyMornings: 8,
  lateNights: 16,
  wantsChildrenIsNo: 32,
  noChildrenIsNo: 64,
  sleepMatters: 128,
} as const;

/**
 * The columns for that many students, in memory that threads may share. Written out name by name: an object filled in a loop becomes a hash table in V8, and the
 * scores, which read some hundred columns per pair, take four times as long.
 */
export function allocate(capacity: number) {
  const shared = (bytes: number) => new SharedArrayBuffer(bytes);
  const u32 = (each = 1) => new Uint32Array(shared(capacity * each * 4));
  const u16 = () => new Uint16Array(shared(capacity * 2));
  const u8 = () => new Uint8Array(shared(capacity));
  return {
    traits: u32(),
    traitsWish: u32(),
    green: u32(),
    greenWish: u32(),
    habits: u32(),
    habitsWish: u32(),
    social: u32(),
    socialWish: u32(),
    hobbiesLow: u32(),
    hobbiesHigh: u32(),
    hobbiesWishLow: u32(),
    hobbiesWishHigh: u32(),
    values: u32(),
    nigglingHabits: u32(),
    idHash: u32(),
    bornYmd: u32(),
    known: u32(),
    dateIdeaChoice: u32(),
    sharedCounts: u32(),
    wishCounts: u32(),
    love: u16(),
    firstDate: u16(),
    dateIdeas: u16(),
    firstDateChoice: u16(),
    places: u16(),
    priorities: u16(),
    weekend: u16(),
    facts: u16(),
    firmNoFacts: u16(),
    nigglingFacts: u16(),
    flags: u16(),
    scales: u16(),
    substances: u16(),
    intent: u8(),
    timeline: u8(),
    balance: u8(),
    emotional: u8(),
    coreValue: u8(),
    religion: u8(),
    religionFamily: u8(),
    gender: u8(),
    seeking: u8(),
    ageMin: u8(),
    ageMax: u8(),
    missedDates: u8(),
    window: u32(WINDOW_WORDS),
  };
}

/** The columns; index them by a student's row. */
export type Tables = ReturnType<typeof allocate>;

type Column = Exclude<keyof Tables, 'window'>;

/** One student's numbers, by column. */
export type Row = Record<Column, number>;

const bytesOf = (tables: Tables) => Object.values(tables).reduce((sum, table) => sum + table.byteLength, 0);

/** Bytes one student takes. */
export const BYTES_PER_STUDENT = bytesOf(allocate(1));

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
    for (const [name, old] of Object.entries(this.tables)) next[name as keyof Tables].set(old);
    this.tables = next;
    this.capacity = next.idHash.length;
  }

  write(index: number, row: Row): void {
    this.reserve(index);
    for (const [name, value] of Object.entries(row)) this.tables[name as Column][index] = value;
  }
}
