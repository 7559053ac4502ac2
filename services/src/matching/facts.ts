import { findQuestion } from '@flint/contracts/questions/catalogue';
import { FACTS, type FactId } from '@flint/contracts/questions/matching-facts';
import type { Answers } from '@flint/contracts/questions/types';
import { pickedOf, singleOf, textOf, valuesOf } from './read-answers';

const USES = ['rarely', 'socially', 'regularly'];

const habit = (answers: Answers, key: string) => textOf(answers, 'substances', key) ?? '';
const includes = (answers: Answers, id: string, value: string) =>
  valuesOf(answers, id)?.includes(value) ?? false;

const RULES: Record<FactId, (answers: Answers) => boolean> = {
  smokes_any: (a) => USES.includes(habit(a, 'smoking_preference')),
  drinks_any: (a) => USES.includes(habit(a, 'drinking_preference')),
  drinks_regularly: (a) => habit(a, 'drinking_preference') === 'regularly',
  cannabis_any: (a) => USES.includes(habit(a, 'cannabis_preference')),
  cannabis_regularly: (a) => habit(a, 'cannabis_preference') === 'regularly',
  casual_only: (a) => singleOf(a, 'intent') === 'casual_dating',
  commitment_now: (a) =>
    singleOf(a, 'intent') === 'serious_relationship' &&
    singleOf(a, 'ideal_relationship_timeline') === 'ready_now',
  parties_most_weekends: (a) => includes(a, 'weekend_style_self', 'parties'),
  no_time: (a) => singleOf(a, 'lifestyle_balance') === 'studies_first',
  online_only: (a) => {
    const places = valuesOf(a, 'meeting_preference');
    return places?.length === 1 && places[0] === 'video_first';
  },
  homebody: (a) =>
    includes(a, 'weekend_style_self', 'home_cosy') &&
    includes(a, 'social_preferences_self', 'recharge_alone') &&
    !includes(a, 'social_preferences_self', 'big_gatherings'),
  no_active_hobby: (a) =>
    valuesOf(a, 'hobbies_interests') !== null &&
    pickedOf(a, 'hobbies_interests').every(({ group }) => group !== 'active'),
};

export const FACT_IDS = Object.keys(FACTS) as FactId[];

/** The facts that a student's answers establish. An unknown fact is absent and excludes nobody. */
export function factsOf(answers: Answers): ReadonlySet<FactId> {
  return new Set(FACT_IDS.filter((fact) => RULES[fact](answers)));
}

/** The religion family: familyOf, else the value; null without a real answer. */
export function religionFamilyOf(religion: string | null): string | null {
  const question = findQuestion('religion');
  if (religion === null || question?.type !== 'single_select') return null;
  return question.familyOf?.[religion] ?? religion;
}

/** Whether one has early mornings and the other late nights, and neither has both. */
export function sleepRhythmDiffers(a: Answers, b: Answers): boolean {
  const rhythm = (answers: Answers) => {
    const early = includes(answers, 'social_preferences_self', 'early_mornings');
    const late = includes(answers, 'social_preferences_self', 'late_nights');
    return early === late ? 'either' : early ? 'early' : 'late';
  };
  const [mine, theirs] = [rhythm(a), rhythm(b)];
  return mine !== 'either' && theirs !== 'either' && mine !== theirs;
}
