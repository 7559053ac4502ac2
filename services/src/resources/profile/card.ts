import type { Card } from '@flint/contracts';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import { SHOWABLE_IDS, SHOWN_BY_DEFAULT, type ShowableId } from '@flint/contracts/questions/showable';
import type { Answers, Option } from '@flint/contracts/questions/types';
import { message, type Catalogue } from '@flint/texts/catalogue';
import type { Deps } from '../resource';
import { ageToday } from './profile.service';

/** Names of what may be shown. */
const LABELS: Readonly<Record<ShowableId, string>> = {
  age: message('Age'),
  pronouns: message('Pronouns'),
  academic_info: message('Year'),
  major_program: message('Program'),
  intent: message('Looking for'),
  hobbies_interests: message('Interests'),
  personality_type: message('Personality'),
  relationship_strengths_self: message('Strengths'),
  social_preferences_self: message('Social life'),
  green_flags_self: message('Friends say'),
  height_feet_inches: message('Height'),
};

/** Answers a card may show. */
export const SHOWABLE_ANSWERS = SHOWABLE_IDS.filter((id) => id !== 'age');

/** What a student chose to show; what is shown of everybody until then. */
export const shownOf = (chosen: readonly ShowableId[] | null | undefined): ReadonlySet<ShowableId> =>
  new Set(chosen ?? SHOWN_BY_DEFAULT);

/** Choices in the order of the catalogue, an own word last; 'Prefer not to say' says nothing. */
function choicesIn({ t }: Catalogue, options: readonly Option[], answer: unknown): string[] {
  const { value, values, other } = (typeof answer === 'object' ? answer : {}) as {
    value?: string;
    values?: string[];
    other?: string;
  };
  const picked = Array.isArray(answer) ? (answer as string[]) : (values ?? [value ?? answer]);
  const known = options.filter(({ value: each, exclusive }) => !exclusive && picked.includes(each));
  return [...known.map(({ label }) => t(label)), ...(other ? [other] : [])];
}

/** One answer in the words others read; empty where there is none. */
function wordsOf(texts: Catalogue, id: ShowableId, answer: unknown): string[] {
  const question = findQuestion(id);
  if (!question || answer === undefined || answer === null) return [];
  if (question.type === 'height') {
    const { feet, inches } = answer as { feet: number; inches: number };
    return [texts.t('{feet} ft {inches} in', { feet, inches })];
  }
  return 'options' in question ? choicesIn(texts, question.options, answer) : [];
}

/** All that may be shown of a student, in words, with what is: the only way from answers to what others read of them. */
export function cardItems(
  deps: Pick<Deps, 'clock' | 'env'>,
  texts: Catalogue,
  { answers, shown }: { readonly answers: Answers; readonly shown: ReadonlySet<ShowableId> },
  ids: readonly ShowableId[] = SHOWABLE_IDS,
): Card['items'] {
  return ids.map((id) => {
    const age = id === 'age' ? ageToday(deps, answers) : null;
    const values = id === 'age' ? (age === null ? [] : [String(age)]) : wordsOf(texts, id, answers[id]);
    return { id, label: texts.t(LABELS[id]), values, isShown: shown.has(id) };
  });
}
