import type { Omitted } from './omit';
import type { Plan, PlanPlace } from '../plans/plans';
import type { MatchStudent } from '../student';
import type { FewCode } from '../why-few';

/** A student's history. It decides who is shown more, never who fits. */
export interface Standing {
  /** Whole weeks on lists. */
  readonly weeksPresent: number;
  /** Sum of `attentionAt(place)` over every viewed list with this student. */
  readonly attention: number;
  readonly dates: number;
  /** Weeks since the last date, if any. Weeks in which the student declined everybody do not count. */
  readonly weeksSinceDate: number;
  /** Probability, 0 to 1, that the student reads a list. 0: away, on nobody's list; their own list exists in case they return. */
  readonly activity: number;
  /** Offers that wait for the student's answer. They lower the rank and never remove. */
  readonly waiting?: number;
}

export interface RoundStudent {
  readonly student: MatchStudent;
  /** The account; lists carry it, so that it needs no lookup. */
  readonly account: string;
  readonly standing: Standing;
}

export type Band = 'great' | 'good' | 'worth_a_coffee';

/** Everything a card derives from another student's answers. */
export interface ListEntry {
  readonly id: string;
  /** The account at the time of the round; one who left and returned has another, and is on lists from the next round on. */
  readonly account?: string | undefined;
  readonly band: Band;
  /** Codes for `reasonText`, the strongest first, at most three. */
  readonly reasons: readonly string[];
  /** At most three hours when both are free, epoch milliseconds, soonest first. */
  readonly sharedTimes: readonly number[];
  /** Codes for `activityText`, at most three. */
  readonly activities: readonly string[];
  /** At most three, made only of those times and activities. Absent in older lists. */
  readonly plans?: readonly Plan[];
}

/** A student's list of one round, without duplicates. */
export interface MadeList {
  readonly id: string;
  /** At most 20, in the order of the list. */
  readonly shown: readonly ListEntry[];
  /** Replacements for people who leave the list, in order. */
  readonly reserve: readonly ListEntry[];
  /** Why so few fit; null if enough fit or no single setting explains it. */
  readonly few: FewCode | null;
}

/** A list as bytes to be sealed and stored; `decodeList` reads it. */
export interface EncodedList {
  readonly id: string;
  readonly bytes: Uint8Array;
}

export type RoundStage = 'score' | 'assign' | 'lists';

export interface RoundOptions {
  /** Pairs that must not meet: blocked, hidden, offered, declined, met. In either order; unknown ids are ignored. */
  readonly apart?: Iterable<readonly [string, string]>;
  /** Places for plans; without them there are no plans. */
  readonly places?: readonly PlanPlace[];
  /** By default no pair is omitted. */
  readonly omitted?: Omitted;
  /** Worker threads; 0 uses only this thread. Default: one per processor, 0 for a small campus. */
  readonly threads?: number;
  /** The same snapshot, pairs and seed give the same lists, whatever the number of threads. */
  readonly seed: number;
  readonly onProgress?: (stage: RoundStage, done: number, of: number) => void;
  /** Receives the lists in batches of some dozens; the next batch waits for it. */
  readonly onLists: (lists: readonly EncodedList[]) => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Figures of a round, for the log and `npx flint operate round`. */
export interface RoundFigures {
  readonly students: number;
  readonly lists: number;
  /** Lists with fewer than 20 people, of students who are not away. */
  readonly short: number;
  /** Pairs the assignment chose from. */
  readonly pairs: number;
  /** Gini coefficient of the attention promised to each student. */
  readonly gini: number;
  readonly milliseconds: number;
}
