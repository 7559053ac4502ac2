import { findQuestion } from '@flint/contracts/questions/catalogue';
import { INTENT_FIT, type FactId } from '@flint/contracts/questions/matching-facts';
import type { Answers } from '@flint/contracts/questions/types';
import { factsOf, religionFamilyOf, sleepRhythmDiffers } from '../facts';
import {
  activityTagsOf,
  knownSingleOf,
  numberOf,
  scoredValuesOf,
  singleOf,
  textOf,
  valuesOf,
} from '../read-answers';

/** One term: 0 to 1, or null when an answer it needs is missing. */
export interface Term {
  readonly id: string;
  readonly direction: 'wish' | 'symmetric';
  score(mine: Answers, theirs: Answers): number | null;
}

const common = (a: readonly string[], b: readonly string[]) => a.filter((value) => b.includes(value)).length;

function coverage(wish: readonly string[] | null, self: readonly string[] | null): number | null {
  if (!wish || !self || wish.length === 0 || self.length === 0) return null;
  return common(wish, self) / Math.min(wish.length, self.length);
}

const wish = (id: string, target: string): Term => ({
  id,
  direction: 'wish',
  score: (mine, theirs) => coverage(scoredValuesOf(mine, id), scoredValuesOf(theirs, target)),
});

const shared = (id: string): Term => ({
  id,
  direction: 'symmetric',
  score: (mine, theirs) => coverage(scoredValuesOf(mine, id), scoredValuesOf(theirs, id)),
});

const redFlags: Term = {
  id: 'ideal_red_flags',
  direction: 'wish',
  score(mine, theirs) {
    const unwanted = scoredValuesOf(mine, 'ideal_red_flags');
    const habits = scoredValuesOf(theirs, 'red_flags_self');
    if (!unwanted || unwanted.length === 0 || !habits) return null;
    return habits.length === 0 ? 1 : 1 - common(unwanted, habits) / Math.min(unwanted.length, habits.length);
  },
};

const social: Term = {
  id: 'ideal_social_preferences',
  direction: 'wish',
  score(mine, theirs) {
    const wished = scoredValuesOf(mine, 'ideal_social_preferences');
    const self = scoredValuesOf(theirs, 'social_preferences_self');
    const covered = coverage(wished, self);
    const question = findQuestion('ideal_social_preferences');
    if (covered === null || !wished || !self || question?.type !== 'limited_chips') return null;
    const clashes = (question.opposites ?? []).filter(
      ([a, b]) => (wished.includes(a) && self.includes(b)) || (wished.includes(b) && self.includes(a)),
    ).length;
    return Math.max(0, covered - 0.25 * clashes);
  },
};

const niggles: Term = {
  id: 'ideal_lifestyle_dealbreakers',
  direction: 'wish',
  score(mine, theirs) {
    const picked = scoredValuesOf(mine, 'ideal_lifestyle_dealbreakers');
    const habits = scoredValuesOf(theirs, 'red_flags_self');
    const question = findQuestion('ideal_lifestyle_dealbreakers');
    if (!picked || picked.length === 0 || !habits || question?.type !== 'limited_chips') return null;
    const facts = factsOf(theirs);
    const theirPicks = valuesOf(theirs, 'ideal_lifestyle_dealbreakers') ?? [];
    let hits = 0;
    for (const { value, check, conflictsWith } of question.options) {
      if (!picked.includes(value)) continue;
      if (typeof conflictsWith === 'string' && theirPicks.includes(conflictsWith)) hits += 2;
      if (check?.habit && habits.includes(check.habit)) hits += 1;
      if (check?.fact && facts.has(check.fact as FactId)) hits += 1;
      if (check?.compare === 'sleep_rhythm_differs' && sleepRhythmDiffers(mine, theirs)) hits += 1;
    }
    return 1 - Math.min(1, hits / 2);
  },
};

const coreValue: Term = {
  id: 'ideal_core_value',
  direction: 'wish',
  score(mine, theirs) {
    const value = knownSingleOf(mine, 'ideal_core_value');
    const strengths = scoredValuesOf(theirs, 'relationship_strengths_self');
    const question = findQuestion('relationship_strengths_self');
    if (!value || !strengths || strengths.length === 0 || question?.type !== 'limited_chips') return null;
    const tags = question.options
      .filter((o) => strengths.includes(o.value))
      .flatMap((o) => o.value_tags ?? []);
    return tags.includes(value) ? 1 : 0.4;
  },
};

const intent: Term = {
  id: 'intent',
  direction: 'symmetric',
  score(mine, theirs) {
    const [a, b] = [singleOf(mine, 'intent'), singleOf(theirs, 'intent')];
    if (!a || !b) return null;
    return (INTENT_FIT as Record<string, Record<string, number>>)[a]?.[b] ?? null;
  },
};

const scales: Term = {
  id: 'communication_style_self',
  direction: 'symmetric',
  score(mine, theirs) {
    const question = findQuestion('communication_style_self');
    if (question?.type !== 'scales') return null;
    const gaps = question.scales.flatMap(({ key }) => {
      const [a, b] = [numberOf(mine, question.id, key), numberOf(theirs, question.id, key)];
      return a === null || b === null ? [] : [Math.abs(a - b)];
    });
    return gaps.length === 0 ? null : 1 - gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / 6;
  },
};

const hobbies: Term = {
  id: 'hobbies_interests',
  direction: 'symmetric',
  score(mine, theirs) {
    const [a, b] = [scoredValuesOf(mine, 'hobbies_interests'), scoredValuesOf(theirs, 'hobbies_interests')];
    if (!a || !b || a.length === 0 || b.length === 0) return null;
    return Math.min(1, common(a, b) / Math.min(a.length, b.length, 5));
  },
};

const LEVELS = ['never', 'rarely', 'socially', 'regularly'];

const substances: Term = {
  id: 'substances',
  direction: 'symmetric',
  score(mine, theirs) {
    const gaps = ['drinking_preference', 'smoking_preference', 'cannabis_preference'].flatMap((key) => {
      const [a, b] = [mine, theirs].map((answers) =>
        LEVELS.indexOf(textOf(answers, 'substances', key) ?? ''),
      );
      return a === undefined || b === undefined || a < 0 || b < 0 ? [] : [Math.abs(a - b) / 3];
    });
    return gaps.length === 0 ? null : 1 - gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  },
};

const ranked = (id: string): Term => ({
  id,
  direction: 'symmetric',
  score(mine, theirs) {
    const question = findQuestion(id);
    if (question?.type !== 'single_select') return null;
    const [a, b] = [mine, theirs].map(
      (answers) => question.options.find(({ value }) => value === singleOf(answers, id))?.rank ?? null,
    );
    return a === null || a === undefined || b === null || b === undefined ? null : 1 - Math.abs(a - b) / 4;
  },
});

const activities = (id: string): Term => ({
  id,
  direction: 'symmetric',
  score(mine, theirs) {
    const [a, b] = [activityTagsOf(mine, id), activityTagsOf(theirs, id)];
    if (!a || !b) return null;
    if (a.any || b.any) return 1;
    return coverage(a.tags, b.tags);
  },
});

const emotional: Term = {
  id: 'emotional_style_self',
  direction: 'symmetric',
  score(mine, theirs) {
    const question = findQuestion('emotional_style_self');
    const [a, b] = [
      knownSingleOf(mine, 'emotional_style_self'),
      knownSingleOf(theirs, 'emotional_style_self'),
    ];
    if (!a || !b || question?.type !== 'single_select') return null;
    if (a === b) return 1;
    return question.near?.some((pair) => pair.includes(a) && pair.includes(b)) ? 0.75 : 0.5;
  },
};

const religion: Term = {
  id: 'religion',
  direction: 'symmetric',
  score(mine, theirs) {
    const [a, b] = [knownSingleOf(mine, 'religion'), knownSingleOf(theirs, 'religion')];
    if (!a || !b) return null;
    if (a === b) return 1;
    return religionFamilyOf(a) === religionFamilyOf(b) ? 0.7 : 0.4;
  },
};

/** The 20 soft terms (decisions/010), written for reading, not for speed; the packed engine is tested against them. */
export const TERMS: readonly Term[] = [
  wish('ideal_personality_traits', 'personality_type'),
  wish('ideal_green_flags', 'green_flags_self'),
  redFlags,
  social,
  wish('ideal_hobbies_interests', 'hobbies_interests'),
  niggles,
  coreValue,
  intent,
  scales,
  hobbies,
  substances,
  ranked('ideal_relationship_timeline'),
  shared('preferred_love_languages'),
  activities('ideal_first_date'),
  shared('current_life_priorities'),
  ranked('lifestyle_balance'),
  shared('weekend_style_self'),
  emotional,
  activities('ideal_date_types'),
  religion,
];
