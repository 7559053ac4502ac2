import type { Answers, Condition, Option, Question } from '@flint/contracts/questions/types';

export type Find = (id: string) => Question | undefined;

/** A function that finds a question by its id. */
export function finder(questions: readonly Question[]): Find {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return (id) => byId.get(id);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The options of a question, in order; none for one without. */
export const optionsOf = (question: Question | undefined): readonly Option[] =>
  question && 'options' in question ? question.options : [];

// indexed, because it is read for every term of every person on a list
const indexes = new WeakMap<Question, ReadonlyMap<string, Option>>();

function indexOf(question: Question): ReadonlyMap<string, Option> {
  let index = indexes.get(question);
  if (!index)
    indexes.set(question, (index = new Map(optionsOf(question).map((option) => [option.value, option]))));
  return index;
}

/** An option of a question, if it has that value. */
export const optionOf = (
  question: Question | undefined,
  value: string | null | undefined,
): Option | undefined => (question && value ? indexOf(question).get(value) : undefined);

const isScored = (option: Option | undefined): option is Option =>
  option !== undefined && !option.exclusive && option.scored !== false;

/** The options that count: neither exclusive nor marked unscored. */
export const scoredOptionsOf = (question: Question | undefined) => optionsOf(question).filter(isScored);

/** The value of a single select; 'other' for own words, null if unanswered. */
export function singleOf(answers: Answers, id: string): string | null {
  const answer = answers[id];
  if (typeof answer === 'string') return answer;
  return isObject(answer) && typeof answer.value === 'string' ? answer.value : null;
}

/** All values of a chips or multi select answer; null if unanswered. */
export function valuesOf(answers: Answers, id: string): readonly string[] | null {
  const answer = answers[id];
  const values = isObject(answer) ? answer.values : answer;
  return Array.isArray(values) && values.length > 0 ? (values as string[]) : null;
}

/** A text under a key of a keyed answer, or null. */
export function textOf(answers: Answers, id: string, key: string): string | null {
  const answer = answers[id];
  return isObject(answer) && typeof answer[key] === 'string' ? answer[key] : null;
}

/** The option of a single select; null for own words and exclusive options such as 'Prefer not to say', which are never scored. */
export function chosenOf(question: Question, answers: Answers): Option | null {
  const option = optionOf(question, singleOf(answers, question.id));
  return isScored(option) ? option : null;
}

/** The options of a list that count; null if unanswered. */
export function pickedOf(question: Question, answers: Answers): readonly Option[] | null {
  const values = valuesOf(answers, question.id);
  if (!values) return null;
  const index = indexOf(question);
  const picked: Option[] = [];
  for (const value of values) {
    const option = index.get(value);
    if (isScored(option)) picked.push(option);
  }
  return picked;
}

/** The distinct activities of the picked options, in the order of the options; `any` if one fits every activity ('Surprise me'). Null without one. */
export function activitiesOf(
  question: Question,
  answers: Answers,
): { readonly tags: readonly string[]; readonly any: boolean } | null {
  const picked = pickedOf(question, answers);
  if (!picked?.length) return null;
  const inOrder = optionsOf(question).filter((option) => picked.includes(option));
  const tags = new Set(inOrder.flatMap(({ activity }) => activity ?? []));
  const any = picked.some(({ activity }) => activity === null);
  return tags.size > 0 || any ? { tags: [...tags], any } : null;
}

/** One answer of a keyed question as a number of steps from 0. */
export interface Scale {
  readonly key: string;
  readonly steps: number;
  readonly of: (answers: Answers) => number | null;
}

/** The scales of a question, or the fields of a select group with their options as levels. */
export function scalesOf(question: Question): readonly Scale[] {
  if (question.type === 'scales') {
    const { id, min, max, scales } = question;
    return scales.map(({ key }) => ({
      key,
      steps: max - min,
      of(answers) {
        const value: unknown = isObject(answers[id]) ? answers[id][key] : null;
        return typeof value === 'number' ? value - min : null;
      },
    }));
  }
  if (question.type !== 'select_group') return [];
  return question.fields.map(({ key, options }) => {
    const levels = options.filter(isScored).map(({ value }) => value);
    const levelOf = (text: string | null) => (text === null ? -1 : levels.indexOf(text));
    return {
      key,
      steps: levels.length - 1,
      of(answers) {
        const level = levelOf(textOf(answers, question.id, key));
        return level < 0 ? null : level;
      },
    };
  });
}

/** Whether a condition is true of these answers; false if the question is unanswered. */
export function holds({ question, key, has, lacks, only }: Condition, answers: Answers): boolean {
  const single = key === undefined ? singleOf(answers, question) : textOf(answers, question, key);
  const chosen = single === null ? valuesOf(answers, question) : [single];
  if (!chosen) return false;
  if (has && !has.some((value) => chosen.includes(value))) return false;
  if (lacks?.some((value) => chosen.includes(value))) return false;
  return only === undefined || (chosen.length === 1 && chosen[0] === only);
}
