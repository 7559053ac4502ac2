import type { BodyOf, Card, Match, ROUTES } from '@flint/contracts';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import { SHOWABLE_IDS, SHOWN_BY_DEFAULT, type ShowableId } from '@flint/contracts/questions/showable';
import type { Answers, Option } from '@flint/contracts/questions/types';
import { message, type Catalogue } from '@flint/texts/catalogue';
import type { Deps } from '../resource';
import { profiles } from './profile.model';
import { ageToday } from './profile.service';

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

/** Answers that a card may show. */
export const SHOWABLE_ANSWERS = SHOWABLE_IDS.filter((id) => id !== 'age');

/** The items a student chose to show, or the default. */
export const shownOf = (chosen: readonly ShowableId[] | null | undefined): ReadonlySet<ShowableId> =>
  new Set(chosen ?? SHOWN_BY_DEFAULT);

/** Stores whether one item is shown, which leaves the others as they are, or all items at once. */
export async function chooseShown(
  { db, clock }: Deps,
  userId: string,
  choice: BodyOf<typeof ROUTES.chooseShown>,
): Promise<void> {
  const [own, updatedAt] = [{ _id: userId }, clock.now()];
  if ('shown' in choice) {
    await profiles(db).updateOne(own, { $set: { shown: [...new Set(choice.shown)], updatedAt } });
    return;
  }
  await profiles(db).updateOne({ ...own, shown: null }, { $set: { shown: SHOWN_BY_DEFAULT } });
  const change = { [choice.isShown ? '$addToSet' : '$pull']: { shown: choice.id } };
  await profiles(db).updateOne(own, { ...change, $set: { updatedAt } });
}

/** Chosen options in catalogue order, then the student's own word. 'Prefer not to say' is left out. */
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

/** The words that others read for one item; empty if there is no answer. */
function wordsOf(texts: Catalogue, id: ShowableId, answer: unknown): string[] {
  const question = findQuestion(id);
  if (!question || answer === undefined || answer === null) return [];
  if (question.type === 'height') {
    const { feet, inches } = answer as { feet: number; inches: number };
    return [texts.t('{feet} ft {inches} in', { feet, inches })];
  }
  return 'options' in question ? choicesIn(texts, question.options, answer) : [];
}

interface Shown {
  readonly answers: Answers;
  readonly shown: ReadonlySet<ShowableId>;
}
type Needs = Pick<Deps, 'clock' | 'env'>;

/** The words of one item. Opens its answer. */
function valuesOf(deps: Needs, texts: Catalogue, { answers }: Shown, id: ShowableId): string[] {
  if (id !== 'age') return wordsOf(texts, id, answers[id]);
  const age = ageToday(deps, answers);
  return age === null ? [] : [String(age)];
}

/** All items a student may show, with their words and whether they are shown. */
export const cardItems = (deps: Needs, texts: Catalogue, person: Shown): Card['items'] =>
  SHOWABLE_IDS.map((id) => ({
    id,
    label: texts.t(LABELS[id]),
    values: valuesOf(deps, texts, person, id),
    isShown: person.shown.has(id),
  }));

/** Items with their own place on a match card; the others are listed in `about`. */
const IN_PLACE: readonly ShowableId[] = ['age', 'pronouns', 'academic_info', 'major_program'];

/** The shown items of a student as a match card has them. An answer that is not shown stays sealed. */
export function cardFields(
  deps: Needs,
  texts: Catalogue,
  person: Shown,
): Pick<Match, 'age' | 'pronouns' | 'year' | 'program' | 'about'> {
  const { answers, shown } = person;
  const shownIds = SHOWABLE_IDS.filter((id) => shown.has(id));
  const wordsIn = (id: ShowableId) => (shown.has(id) ? valuesOf(deps, texts, person, id) : []);
  const valueOf = (id: ShowableId) => wordsIn(id).join(', ') || null;
  return {
    age: shown.has('age') ? ageToday(deps, answers) : null,
    pronouns: valueOf('pronouns'),
    year: valueOf('academic_info'),
    program: valueOf('major_program'),
    about: shownIds
      .filter((id) => !IN_PLACE.includes(id))
      .map((id) => ({ label: texts.t(LABELS[id]), values: wordsIn(id) }))
      .filter(({ values }) => values.length > 0),
  };
}
