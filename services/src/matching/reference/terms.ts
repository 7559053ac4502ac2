import { findQuestion } from '@flint/contracts/questions/catalogue';
import { INTENT_FIT } from '@flint/contracts/questions/matching-facts';
import type { Answers } from '@flint/contracts/questions/types';
import { factsOf, religionFamilyOf, sleepRhythmDiffers } from '../facts';
import {
  activityTagsOf,
  knownSingleOf,
  numberOf,
  optionOf,
  pickedOf,
  scoredValuesOf,
  singleOf,
  textOf,
  valuesOf,
} from '../read-answers';

/** The score of one term, 0 to 1, or null if an answer it needs is missing. */
type Score = (mine: Answers, theirs: Answers) => number | null;

const common = (a: readonly string[], b: readonly string[]) => a.filter((value) => b.includes(value)).length;

function coverage(wish: readonly string[] | null, self: readonly string[] | null): number | null {
  if (!wish?.length || !self?.length) return null;
  return common(wish, self) / Math.min(wish.length, self.length);
}

const wish =
  (id: string, target: string): Score =>
  (mine, theirs) =>
    coverage(scoredValuesOf(mine, id), scoredValuesOf(theirs, target));

const shared = (id: string) => wish(id, id);

/** One minus the mean of the gaps, each a share of the widest; null without a gap. */
const closeness = (gaps: readonly number[], widest: number) =>
  gaps.length === 0 ? null : 1 - gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / widest;

const redFlags: Score = (mine, theirs) => {
  const unwanted = scoredValuesOf(mine, 'ideal_red_flags');
  const habits = scoredValuesOf(theirs, 'red_flags_self');
  if (!unwanted?.length || !habits) return null;
  return habits.length === 0 ? 1 : 1 - common(unwanted, habits) / Math.min(unwanted.length, habits.length);
};

const social: Score = (mine, theirs) => {
  const wished = scoredValuesOf(mine, 'ideal_social_preferences') ?? [];
  const self = scoredValuesOf(theirs, 'social_preferences_self') ?? [];
  const covered = coverage(wished, self);
  const question = findQuestion('ideal_social_preferences');
  const opposites = (question?.type === 'limited_chips' && question.opposites) || [];
  const clashes = opposites.filter(
    ([a, b]) => (wished.includes(a) && self.includes(b)) || (wished.includes(b) && self.includes(a)),
  );
  return covered === null ? null : Math.max(0, covered - 0.25 * clashes.length);
};

const niggles: Score = (mine, theirs) => {
  const picked = pickedOf(mine, 'ideal_lifestyle_dealbreakers');
  const habits = scoredValuesOf(theirs, 'red_flags_self');
  if (picked.length === 0 || !habits) return null;
  const facts = factsOf(theirs);
  const theirPicks = valuesOf(theirs, 'ideal_lifestyle_dealbreakers') ?? [];
  let hits = 0;
  for (const { check, conflictsWith } of picked) {
    if (typeof conflictsWith === 'string' && theirPicks.includes(conflictsWith)) hits += 2;
    if (check?.habit && habits.includes(check.habit)) hits += 1;
    if (check?.fact && facts.has(check.fact)) hits += 1;
    if (check?.compare === 'sleep_rhythm_differs' && sleepRhythmDiffers(mine, theirs)) hits += 1;
  }
  return 1 - Math.min(1, hits / 2);
};

const coreValue: Score = (mine, theirs) => {
  const value = knownSingleOf(mine, 'ideal_core_value');
  const strengths = pickedOf(theirs, 'relationship_strengths_self');
  if (!value || strengths.length === 0) return null;
  return strengths.some(({ value_tags }) => value_tags?.includes(value)) ? 1 : 0.4;
};

const intent: Score = (mine, theirs) => {
  const [a, b] = [singleOf(mine, 'intent'), singleOf(theirs, 'intent')];
  return (INTENT_FIT as Record<string, Record<string, number>>)[a ?? '']?.[b ?? ''] ?? null;
};

const scales: Score = (mine, theirs) => {
  const question = findQuestion('communication_style_self');
  const keys = question?.type === 'scales' ? question.scales.map(({ key }) => key) : [];
  const gaps = keys.flatMap((key) => {
    const [a, b] = [mine, theirs].map((answers) => numberOf(answers, 'communication_style_self', key));
    return a == null || b == null ? [] : [Math.abs(a - b)];
  });
  return closeness(gaps, 6);
};

const hobbies: Score = (mine, theirs) => {
  const [a, b] = [scoredValuesOf(mine, 'hobbies_interests'), scoredValuesOf(theirs, 'hobbies_interests')];
  if (!a?.length || !b?.length) return null;
  return Math.min(1, common(a, b) / Math.min(a.length, b.length, 5));
};

const LEVELS = ['never', 'rarely', 'socially', 'regularly'];

const substances: Score = (mine, theirs) => {
  const gaps = ['drinking_preference', 'smoking_preference', 'cannabis_preference'].flatMap((key) => {
    const level = (answers: Answers) => LEVELS.indexOf(textOf(answers, 'substances', key) ?? '');
    const [a, b] = [level(mine), level(theirs)];
    return a < 0 || b < 0 ? [] : [Math.abs(a - b)];
  });
  return closeness(gaps, 3);
};

const ranked =
  (id: string): Score =>
  (mine, theirs) => {
    const [a, b] = [optionOf(id, singleOf(mine, id))?.rank, optionOf(id, singleOf(theirs, id))?.rank];
    return a == null || b == null ? null : 1 - Math.abs(a - b) / 4;
  };

const activities =
  (id: string): Score =>
  (mine, theirs) => {
    const [a, b] = [activityTagsOf(mine, id), activityTagsOf(theirs, id)];
    if (!a || !b) return null;
    return a.any || b.any ? 1 : coverage(a.tags, b.tags);
  };

const emotional: Score = (mine, theirs) => {
  const question = findQuestion('emotional_style_self');
  const near = (question?.type === 'single_select' && question.near) || [];
  const [a, b] = [knownSingleOf(mine, 'emotional_style_self'), knownSingleOf(theirs, 'emotional_style_self')];
  if (!a || !b) return null;
  if (a === b) return 1;
  return near.some((pair) => pair.includes(a) && pair.includes(b)) ? 0.75 : 0.5;
};

const religion: Score = (mine, theirs) => {
  const [a, b] = [knownSingleOf(mine, 'religion'), knownSingleOf(theirs, 'religion')];
  if (!a || !b) return null;
  if (a === b) return 1;
  return religionFamilyOf(a) === religionFamilyOf(b) ? 0.7 : 0.4;
};

/** The 20 soft terms by question id (decisions/007), written to be read; tests compare the packed engine with them. */
export const TERMS: Readonly<Record<string, Score>> = {
  ideal_personality_traits: wish('ideal_personality_traits', 'personality_type'),
  ideal_green_flags: wish('ideal_green_flags', 'green_flags_self'),
  ideal_red_flags: redFlags,
  ideal_social_preferences: social,
  ideal_hobbies_interests: wish('ideal_hobbies_interests', 'hobbies_interests'),
  ideal_lifestyle_dealbreakers: niggles,
  ideal_core_value: coreValue,
  intent,
  communication_style_self: scales,
  hobbies_interests: hobbies,
  substances,
  ideal_relationship_timeline: ranked('ideal_relationship_timeline'),
  preferred_love_languages: shared('preferred_love_languages'),
  ideal_first_date: activities('ideal_first_date'),
  current_life_priorities: shared('current_life_priorities'),
  lifestyle_balance: ranked('lifestyle_balance'),
  weekend_style_self: shared('weekend_style_self'),
  emotional_style_self: emotional,
  ideal_date_types: activities('ideal_date_types'),
  religion,
};
