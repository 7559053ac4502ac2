import type { Plan, PlanPlace } from '../plans/plans';
import type { MatchStudent } from '../student';
import type { FewCode } from '../why-few';

/** How a student has fared so far. Decides who is shown more, never who fits. */
export interface Standing {
  /** Whole weeks in which this student was on lists. */
  readonly weeksPresent: number;
  /** Sum of `attentionAt(place)` over every list that named this student and was looked at. */
  readonly attention: number;
  readonly dates: number;
  /** Weeks since the last date; ignored without one. Weeks in which the student declined everybody do not count. */
  readonly weeksSinceDate: number;
  /** Chance, 0 to 1, that the student looks at a list. 0: away, on nobody's list; their own is there should they look. */
  readonly activity: number;
}

export interface RoundStudent {
  readonly student: MatchStudent;
  /** The account this is; lists pass it on, so that nobody has to look it up. */
  readonly account: string;
  readonly standing: Standing;
}

export type Band = 'great' | 'good' | 'worth_a_coffee';

/** All that a card derives from somebody else's answers. */
export interface ListEntry {
  readonly id: string;
  /** Their account when the round was made; whoever left and came back since has another one. */
  readonly account?: string | undefined;
  readonly band: Band;
  /** Codes for `reasonText`, the strongest first, at most three. */
  readonly reasons: readonly string[];
  /** At most three hours both have free, epoch milliseconds, soonest first. */
  readonly sharedTimes: readonly number[];
  /** Codes for `activityText`, at most three. */
  readonly activities: readonly string[];
  /** At most three, made of those times and activities alone. Missing in lists from before there were any. */
  readonly plans?: readonly Plan[];
}

/** A student's list of one round. Nobody stands in it twice. */
export interface MadeList {
  readonly id: string;
  /** At most 20, in the order of the list. */
  readonly shown: readonly ListEntry[];
  /** Who moves up when somebody leaves the list, the next first. */
  readonly reserve: readonly ListEntry[];
  /** Why so few fit; null when enough do or no single setting explains it. */
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
  /** Where plans may lead; none are made without. */
  readonly places?: readonly PlanPlace[];
  /** Worker threads; 0 does everything in this one. Default: as many as there are processors, 0 for a small campus. */
  readonly threads?: number;
  /** The same snapshot, pairs and seed make the same lists, whatever the number of threads. */
  readonly seed: number;
  readonly onProgress?: (stage: RoundStage, done: number, of: number) => void;
  /** Takes the lists as they are made, some dozens at a time; the next come when it has answered. */
  readonly onLists: (lists: readonly EncodedList[]) => Promise<void>;
  readonly signal?: AbortSignal;
}

/** What a round did, for the log and `npm run round`. */
export interface RoundFigures {
  readonly students: number;
  /** Lists made. */
  readonly lists: number;
  /** Lists with fewer than 20 people, of those who are not away. */
  readonly short: number;
  /** Pairs the assignment chose from. */
  readonly pairs: number;
  /** Gini of how much attention these lists promise each student. */
  readonly gini: number;
  readonly milliseconds: number;
}
