import { LIMITS } from '@flint/contracts';
import { ACTIVITY_TAGS } from '@flint/contracts/questions/vocabularies';
import type { Answers, Question } from '@flint/contracts/questions/types';
import { activitiesOf, chosenOf, holds, optionsOf, pickedOf, scoredOptionsOf } from '../rules/read';
import type { Row, Tables, Widths } from './columns';

/** What a student said, as positions of bits, and how many options that were; null if unanswered. */
interface Said {
  readonly at: readonly number[];
  readonly count: number | null;
}

/** Positions in the first word; the five bits above them hold the count. */
export const COUNT_AT = 27;
const MOST_COUNT = 30;

/** A list of answers as one or two columns of 32 bits. The count in the first is one more than the options, and 0 if unanswered. */
export interface Bits {
  /** Names of the columns. */
  readonly words: readonly [low: string, high?: string];
  /** Number of positions, at most 59. */
  readonly size: number;
  /** The highest count. */
  readonly most: number;
  /** The highest number of positions set. */
  readonly mostSet: number;
  of(answers: Answers): Said;
}

const named = (name: string, size: number) => ({
  words: (size > COUNT_AT ? [name, `${name} high`] : [name]) as [string, string?],
  size,
});

export const widthsOf = ({ words }: Bits): Widths => Object.fromEntries(words.map((name) => [name, 'u32']));

export const maskOf = (positions: readonly number[]) =>
  positions.reduce((mask, at) => mask | (1 << at), 0) >>> 0;

/** The numbers of an answer. */
export function rowOfBits({ words: [low, high], of }: Bits, answers: Answers): Row {
  const { at, count } = of(answers);
  const counted = count === null ? 0 : ((count + 1) << COUNT_AT) >>> 0;
  const first = (counted | maskOf(at.filter((position) => position < COUNT_AT))) >>> 0;
  if (!high) return { [low]: first };
  return {
    [low]: first,
    [high]: maskOf(at.flatMap((position) => (position < COUNT_AT ? [] : [position - COUNT_AT]))),
  };
}

/** The positions that are set in a row. */
export function positionsIn(t: Tables, { words: [low, high] }: Bits, row: number): number[] {
  const found: number[] = [];
  for (let rest = t[low]![row]! & ((1 << COUNT_AT) - 1); rest !== 0; rest &= rest - 1)
    found.push(31 - Math.clz32(rest & -rest));
  for (let rest = high ? t[high]![row]! : 0; rest !== 0; rest &= rest - 1)
    found.push(COUNT_AT + 31 - Math.clz32(rest & -rest));
  return found;
}

const mostOf = (question: Question) =>
  Math.min(
    MOST_COUNT - 1,
    question.type === 'limited_chips'
      ? (question.maxSelections ?? LIMITS.defaultMaxSelections)
      : optionsOf(question).length,
  );

/** The options chosen, at the positions of `self`, whose values both lists share. */
export function listBits(question: Question, self: Question): Bits {
  const positions = new Map(scoredOptionsOf(self).map(({ value }, at) => [value, at]));
  const most = mostOf(question);
  return {
    ...named(question.id, positions.size),
    most,
    mostSet: positions.size,
    of(answers) {
      const picked = pickedOf(question, answers);
      const at = picked?.flatMap(({ value }) => positions.get(value) ?? []) ?? [];
      return { at, count: picked && Math.min(picked.length, most) };
    },
  };
}

/** The activities of the options chosen. A student who is open to any has a count above all others. */
export function activityBits(question: Question): Bits {
  const tags = new Set(scoredOptionsOf(question).flatMap(({ activity }) => activity ?? []));
  const mostSet = Math.min(tags.size, mostOf(question));
  const any = mostSet + 1;
  return {
    ...named(`${question.id} activities`, ACTIVITY_TAGS.length),
    most: any,
    mostSet,
    of(answers) {
      const said = activitiesOf(question, answers);
      const at =
        said?.tags.slice(0, mostSet).map((tag) => (ACTIVITY_TAGS as readonly string[]).indexOf(tag)) ?? [];
      return { at, count: said && (said.any ? any : at.length) };
    },
  };
}

/** The value that the student looks for. */
export function valueBits(question: Question): Bits {
  const options = optionsOf(question);
  return {
    ...named(`${question.id} value`, options.length),
    most: 1,
    mostSet: 1,
    of(answers) {
      const chosen = chosenOf(question, answers);
      return { at: chosen ? [options.indexOf(chosen)] : [], count: chosen && 1 };
    },
  };
}

/** The values that the options of `self` stand for. */
export function tagBits(question: Question, self: Question): Bits {
  const positions = new Map(optionsOf(question).map(({ value }, at) => [value, at]));
  return {
    ...named(`${question.id} tags`, positions.size),
    most: 1,
    mostSet: positions.size,
    of(answers) {
      const picked = pickedOf(self, answers);
      const tags = picked?.flatMap((option) => option.tags ?? []) ?? [];
      return {
        at: [...new Set(tags)].flatMap((tag) => positions.get(tag) ?? []),
        count: picked && Math.min(1, picked.length),
      };
    },
  };
}

/** The checks of the options of questions, each as often as it counts; the order gives their bits. */
export const checksIn = (questions: readonly Question[]) =>
  questions.flatMap((question) =>
    scoredOptionsOf(question).flatMap(({ value, checks = [] }) =>
      checks.flatMap((check) =>
        Array.from({ length: check.counts ?? 1 }, () => ({ question, value, check })),
      ),
    ),
  );

type Checks = ReturnType<typeof checksIn>;

/** The checks that the student made, as far as they depend on the student. */
export function madeChecks(checks: Checks, answers: Answers): number[] {
  return checks.flatMap(({ question, value, check: { me = [] } }, at) => {
    const isPicked = pickedOf(question, answers)?.some((option) => option.value === value);
    return isPicked && me.every((condition) => holds(condition, answers)) ? [at] : [];
  });
}

/** The checks that are true of the student, as far as they depend on the student. */
export const trueChecks = (checks: Checks, answers: Answers): number[] =>
  checks.flatMap(({ check: { they } }, at) => (they.every((each) => holds(each, answers)) ? [at] : []));

export function madeBits(question: Question): Bits {
  const checks = checksIn([question]);
  return {
    ...named(`${question.id} checks`, checks.length),
    most: 1,
    mostSet: checks.length,
    of(answers) {
      const picked = pickedOf(question, answers);
      return { at: madeChecks(checks, answers), count: picked && Math.min(1, picked.length) };
    },
  };
}

export function trueBits(question: Question, self: Question): Bits {
  const checks = checksIn([question]);
  return {
    ...named(`${question.id} true`, checks.length),
    most: 1,
    mostSet: checks.length,
    of: (answers) => ({
      at: trueChecks(checks, answers),
      count: pickedOf(self, answers) && 1,
    }),
  };
}
