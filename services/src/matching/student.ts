import type { Answers } from '@flint/contracts/questions/types';
import type { WeekBits } from '@flint/contracts/week/hours';

/** What matching knows about a student; it never sees a name, a photo or an address. */
export interface MatchStudent {
  readonly id: string;
  readonly answers: Answers;
  /** Null when no week is known. */
  readonly week: WeekBits | null;
  /** Different people who lately said that this student did not come; 0 unless there are two. */
  readonly missedDates: number;
}
