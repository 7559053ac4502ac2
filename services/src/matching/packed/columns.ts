import { WINDOW_WORDS } from '@flint/contracts/week/hours';

/** An unknown 8-bit value. */
export const UNKNOWN = 255;

/** Bits of the `flags` column; the five of rhythm and children are adjacent, for one table lookup. */
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
 * Columns for that many students, in memory that threads can share. Written out name by name: V8 turns an object filled in a loop into a
 * hash table, which makes scoring, with some hundred columns per pair, four times slower.
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

/** The columns, indexed by a student's row. */
export type Tables = ReturnType<typeof allocate>;

/** One student's numbers, by column. */
export type Row = Record<Exclude<keyof Tables, 'window'>, number>;

export const BYTES_PER_STUDENT = Object.values(allocate(1)).reduce((sum, table) => sum + table.byteLength, 0);

/** The columns with another number of rows: cut off, or followed by free rows. */
export function resize(tables: Tables, capacity: number): Tables {
  const next = allocate(capacity);
  for (const [name, table] of Object.entries(next))
    table.set(tables[name as keyof Tables].subarray(0, table.length));
  return next;
}
