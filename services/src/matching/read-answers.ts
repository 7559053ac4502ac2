import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answers, Option } from '@flint/contracts/questions/types';

type Raw = unknown;

const isObject = (value: Raw): value is Record<string, Raw> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Readings {
  readonly options: readonly Option[];
  readonly byValue: ReadonlyMap<string, Option>;
  readonly scored: ReadonlySet<string>;
}

const NO_OPTIONS: Readings = { options: [], byValue: new Map(), scored: new Set() };

/** By question id: looked up for every term of every person on a list. */
const READINGS: ReadonlyMap<string, Readings> = new Map(
  QUESTIONS.flatMap((question) => {
    if (!('options' in question)) return [];
    const { options } = question;
    const scored = options.filter((option) => !option.exclusive && option.scored !== false);
    const readings = {
      options,
      byValue: new Map(options.map((option) => [option.value, option] as const)),
      scored: new Set(scored.map(({ value }) => value)),
    };
    return [[question.id, readings] as const];
  }),
);

const readingsOf = (id: string): Readings => READINGS.get(id) ?? NO_OPTIONS;

/** The value of a single select; 'other' for own words, null when unanswered. */
export function singleOf(answers: Answers, id: string): string | null {
  const answer: Raw = answers[id];
  if (typeof answer === 'string') return answer;
  return isObject(answer) && typeof answer.value === 'string' ? answer.value : null;
}

/** Like singleOf, but null for own words and for exclusive options such as 'Prefer not to say': unknown is never scored. */
export function knownSingleOf(answers: Answers, id: string): string | null {
  const value = singleOf(answers, id);
  const option = value === null ? undefined : readingsOf(id).byValue.get(value);
  return option && !option.exclusive ? option.value : null;
}

/** All values of a chips or multi select answer; null when unanswered. */
export function valuesOf(answers: Answers, id: string): readonly string[] | null {
  const answer: Raw = answers[id];
  const values = isObject(answer) ? answer.values : answer;
  return Array.isArray(values) && values.length > 0 ? (values as string[]) : null;
}

/** The values that take part in scoring: catalogue options that are neither exclusive nor marked unscored. Null when unanswered. */
export function scoredValuesOf(answers: Answers, id: string): readonly string[] | null {
  const values = valuesOf(answers, id);
  if (!values) return null;
  const { scored } = readingsOf(id);
  return values.filter((value) => scored.has(value));
}

/** The activity tags of the picked options, each once; `any` when an option without a tag ('Surprise me') was picked. */
export function activityTagsOf(
  answers: Answers,
  id: string,
): { tags: readonly string[]; any: boolean } | null {
  const values = scoredValuesOf(answers, id);
  if (!values || values.length === 0) return null;
  const picked = readingsOf(id).options.filter(({ value }) => values.includes(value));
  const tags = new Set(picked.flatMap(({ activity }) => (activity ? [activity] : [])));
  return { tags: [...tags], any: picked.some(({ activity }) => activity === null) };
}

/** A whole number under a key of a keyed answer, or null. */
export function numberOf(answers: Answers, id: string, key: string): number | null {
  const answer: Raw = answers[id];
  return isObject(answer) && typeof answer[key] === 'number' ? answer[key] : null;
}

/** A text under a key of a keyed answer, or null. */
export function textOf(answers: Answers, id: string, key: string): string | null {
  const answer: Raw = answers[id];
  return isObject(answer) && typeof answer[key] === 'string' ? answer[key] : null;
}
