import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answers, Option } from '@flint/contracts/questions/types';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const WITH_OPTIONS = QUESTIONS.flatMap((question) => ('options' in question ? [question] : []));
const OPTIONS = new Map(WITH_OPTIONS.map(({ id, options }) => [id, options]));
// indexed, because it is read for every term of every person on a list
const BY_VALUE = new Map(
  WITH_OPTIONS.map(({ id, options }) => [id, new Map(options.map((option) => [option.value, option]))]),
);

/** The options of a question, in catalogue order; none for one without. */
export const optionsOf = (id: string): readonly Option[] => OPTIONS.get(id) ?? [];

/** An option of a question, if it has that value. */
export const optionOf = (id: string, value: string | null | undefined): Option | undefined =>
  BY_VALUE.get(id)?.get(value ?? '');

/** Whether an option counts: it is in the catalogue, and neither exclusive nor marked unscored. */
export const isScored = (option: Option | undefined): option is Option =>
  option !== undefined && !option.exclusive && option.scored !== false;

/** The value of a single select; 'other' for own words, null if unanswered. */
export function singleOf(answers: Answers, id: string): string | null {
  const answer = answers[id];
  if (typeof answer === 'string') return answer;
  return isObject(answer) && typeof answer.value === 'string' ? answer.value : null;
}

/** Like singleOf, but null for own words and for exclusive options such as 'Prefer not to say', which are never scored. */
export function knownSingleOf(answers: Answers, id: string): string | null {
  const option = optionOf(id, singleOf(answers, id));
  return option && !option.exclusive ? option.value : null;
}

/** All values of a chips or multi select answer; null if unanswered. */
export function valuesOf(answers: Answers, id: string): readonly string[] | null {
  const answer = answers[id];
  const values = isObject(answer) ? answer.values : answer;
  return Array.isArray(values) && values.length > 0 ? (values as string[]) : null;
}

/** The scored values: catalogue options that are neither exclusive nor marked unscored. Null if unanswered. */
export function scoredValuesOf(answers: Answers, id: string): readonly string[] | null {
  const byValue = BY_VALUE.get(id);
  return valuesOf(answers, id)?.filter((value) => isScored(byValue?.get(value))) ?? null;
}

/** The scored options picked, in catalogue order. */
export function pickedOf(answers: Answers, id: string): readonly Option[] {
  const values = valuesOf(answers, id);
  return values ? optionsOf(id).filter((option) => values.includes(option.value) && isScored(option)) : [];
}

/** The distinct activity tags of the picked options; `any` if an option without a tag ('Surprise me') was picked. */
export function activityTagsOf(
  answers: Answers,
  id: string,
): { tags: readonly string[]; any: boolean } | null {
  const picked = pickedOf(answers, id);
  if (picked.length === 0) return null;
  const tags = new Set(picked.flatMap(({ activity }) => (activity ? [activity] : [])));
  return { tags: [...tags], any: picked.some(({ activity }) => activity === null) };
}

/** A whole number under a key of a keyed answer, or null. */
export function numberOf(answers: Answers, id: string, key: string): number | null {
  const answer = answers[id];
  return isObject(answer) && typeof answer[key] === 'number' ? answer[key] : null;
}

/** A text under a key of a keyed answer, or null. */
export function textOf(answers: Answers, id: string, key: string): string | null {
  const answer = answers[id];
  return isObject(answer) && typeof answer[key] === 'string' ? answer[key] : null;
}
