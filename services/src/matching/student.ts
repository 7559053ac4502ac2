import type { Answers } from '@flint/contracts/questions/types';

/** A weekly wall-clock grid: bit `day * 24 + hour` (Sunday is 0) of 6 words is set when that hour is free. */
export interface WeekBits {
  readonly words: Uint32Array;
  /** IANA zone of the wall clock. */
  readonly timezone: string;
}

/** What matching knows about a student; it never sees a name, a photo or an address. */
export interface MatchStudent {
  readonly id: string;
  readonly answers: Answers;
  /** Null when no week is known. */
  readonly week: WeekBits | null;
  /** Whole weeks without an offer received. */
  readonly weeksUnasked: number;
  /** Different people who lately said that this student did not come; 0 unless there are two. */
  readonly missedDates: number;
}
