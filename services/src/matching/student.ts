import type { Answers } from '@flint/contracts/questions/types';
import type { WeekBits } from '@flint/contracts/week/hours';

/** A student's matching data, without name, photo or address. */
export interface MatchStudent {
  readonly id: string;
  readonly answers: Answers;
  /** Null if no week is known. */
  readonly week: WeekBits | null;
  /** Different people who recently reported that this student did not come; 0 unless at least two. */
  readonly missedDates: number;
}
