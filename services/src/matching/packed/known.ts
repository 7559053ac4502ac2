import { popcount } from '@flint/contracts/week/hours';
import { FLAG, UNKNOWN, type Row } from './columns';

/** Terms for which both sides answer the same question, in the order of their bits in the `known` column. */
export const SHARED = [
  'intent',
  'hobbies',
  'timeline',
  'love',
  'firstDate',
  'priorities',
  'balance',
  'weekend',
  'emotional',
  'dateIdeas',
  'religion',
] as const;
/** Answers that others' wishes compare with; the next bits. */
export const SELF = ['traits', 'green', 'habits', 'social', 'hobbies', 'values'] as const;
/** A student's wishes; the last bits. */
export const WISHES = ['traits', 'green', 'habits', 'social', 'hobbies', 'niggles', 'value'] as const;

export const SELF_SHIFT = SHARED.length;
export const WISH_SHIFT = SELF_SHIFT + SELF.length;

/** Positions of the counts of chosen options: four bits each. */
export const SHARED_COUNT = {
  love: 0,
  priorities: 4,
  weekend: 8,
  firstDate: 12,
  dateIdeas: 16,
  hobbies: 20,
  hobbiesWish: 24,
} as const;
export const WISH_COUNT = {
  traits: 0,
  traitsWish: 4,
  green: 8,
  greenWish: 12,
  habits: 16,
  habitsWish: 20,
} as const;

/** The count of habits of a student who answered that none applies; 0 means no answer. */
export const NONE_APPLIES = 15;
/** The count of activities of a student who is open to any; picking all fifteen scores the same. */
export const ANY_ACTIVITY = 15;
const MOST = 15;

type AnswerColumns = Omit<Row, 'known' | 'sharedCounts' | 'wishCounts'>;
type Counts = Pick<Row, 'known' | 'sharedCounts' | 'wishCounts'>;

const bitsOf = <Name extends string>(names: readonly Name[], is: Record<Name, boolean>) =>
  names.reduce((mask, name, i) => mask | (is[name] ? 1 << i : 0), 0);

const nibbles = <Name extends string>(
  places: Readonly<Record<Name, number>>,
  counts: Record<Name, number>,
): number =>
  (Object.keys(places) as Name[]).reduce(
    (packed, name) => packed | (Math.min(counts[name], MOST) << places[name]),
    0,
  ) >>> 0;

interface Answered {
  readonly habits: boolean;
  readonly anyFirstDate: boolean;
  readonly anyDateIdea: boolean;
}

const NIGGLE_FLAGS = FLAG.sleepMatters | FLAG.wantsChildrenIsNo | FLAG.noChildrenIsNo;

/** What scoring needs for every pair: which terms are answered, and how many options were chosen. */
export function countsOf(row: AnswerColumns, answered: Answered): Counts {
  const { habits: habitsAnswered, anyFirstDate, anyDateIdea } = answered;
  const firstDate = anyFirstDate ? ANY_ACTIVITY : popcount(row.firstDate);
  const dateIdeas = anyDateIdea ? ANY_ACTIVITY : popcount(row.dateIdeas);
  const [hobbies, hobbiesWish] = [
    popcount(row.hobbiesLow) + popcount(row.hobbiesHigh),
    popcount(row.hobbiesWishLow) + popcount(row.hobbiesWishHigh),
  ];
  const shared = bitsOf(SHARED, {
    intent: row.intent !== UNKNOWN,
    hobbies: hobbies > 0,
    timeline: row.timeline !== UNKNOWN,
    love: row.love !== 0,
    firstDate: firstDate !== 0,
    priorities: row.priorities !== 0,
    balance: row.balance !== UNKNOWN,
    weekend: row.weekend !== 0,
    emotional: row.emotional !== UNKNOWN,
    dateIdeas: dateIdeas !== 0,
    religion: row.religion !== UNKNOWN,
  });
  const self = bitsOf(SELF, {
    traits: row.traits !== 0,
    green: row.green !== 0,
    habits: habitsAnswered,
    social: row.social !== 0,
    hobbies: hobbies > 0,
    values: row.values !== 0,
  });
  const wishes = bitsOf(WISHES, {
    traits: row.traitsWish !== 0,
    green: row.greenWish !== 0,
    habits: row.habitsWish !== 0,
    social: row.socialWish !== 0,
    hobbies: hobbiesWish > 0,
    niggles: (row.nigglingHabits | row.nigglingFacts | (row.flags & NIGGLE_FLAGS)) !== 0,
    value: row.coreValue !== UNKNOWN,
  });
  return {
    known: shared | (self << SELF_SHIFT) | (wishes << WISH_SHIFT),
    sharedCounts: nibbles(SHARED_COUNT, {
      love: popcount(row.love),
      priorities: popcount(row.priorities),
      weekend: popcount(row.weekend),
      firstDate,
      dateIdeas,
      hobbies,
      hobbiesWish,
    }),
    wishCounts: nibbles(WISH_COUNT, {
      traits: popcount(row.traits),
      traitsWish: popcount(row.traitsWish),
      green: popcount(row.green),
      greenWish: popcount(row.greenWish),
      habits: habitsAnswered ? popcount(row.habits) || NONE_APPLIES : 0,
      habitsWish: popcount(row.habitsWish),
    }),
  };
}
