import type { Answers } from '@flint/contracts/questions/types';
import { breaksFirmNo } from './hard-filter';
import { compatibility, directedScore } from './score';
import { TERMS } from './terms';

const scoreOf = (id: string, mine: object, theirs: object) =>
  TERMS.find((term) => term.id === id)!.score(mine as Answers, theirs as Answers);
const scale = (...[directness, contact_preference]: number[]) => ({
  communication_style_self: { directness, contact_preference },
});
const habits = (drinking_preference: string, smoking_preference?: string) => ({
  substances: { drinking_preference, smoking_preference },
});
const rhythm = (...values: string[]) => ({ social_preferences_self: values });

describe('a soft term', () => {
  it.each<[id: string, mine: object, theirs: object, score: number | null]>([
    // a wish is covered by its share of the shorter list
    [
      'ideal_personality_traits',
      { ideal_personality_traits: ['calm', 'curious'] },
      { personality_type: ['calm', 'loyal', 'funny'] },
      0.5,
    ],
    [
      'ideal_personality_traits',
      { ideal_personality_traits: ['calm', 'curious'] },
      { personality_type: ['curious'] },
      1,
    ],
    ['ideal_personality_traits', { ideal_personality_traits: ['calm'] }, { personality_type: ['funny'] }, 0],
    ['ideal_personality_traits', { ideal_personality_traits: ['calm'] }, {}, null],
    ['ideal_personality_traits', {}, { personality_type: ['calm'] }, null],
    ['preferred_love_languages', { preferred_love_languages: ['words'] }, {}, null],
    // what puts off lowers; nobody's habits are none
    [
      'ideal_red_flags',
      { ideal_red_flags: ['runs_late', 'untidy'] },
      { red_flags_self: ['runs_late', 'overspends'] },
      0.5,
    ],
    ['ideal_red_flags', { ideal_red_flags: ['runs_late'] }, { red_flags_self: ['none_right_now'] }, 1],
    ['ideal_red_flags', { ideal_red_flags: ['runs_late'] }, {}, null],
    ['ideal_red_flags', {}, { red_flags_self: ['runs_late'] }, null],
    // an opposite costs a quarter
    [
      'ideal_social_preferences',
      { ideal_social_preferences: ['big_gatherings', 'late_nights'] },
      rhythm('big_gatherings', 'early_mornings'),
      0.25,
    ],
    ['ideal_social_preferences', { ideal_social_preferences: ['early_mornings'] }, rhythm('late_nights'), 0],
    ['ideal_social_preferences', { ideal_social_preferences: ['small_groups'] }, rhythm('small_groups'), 1],
    ['ideal_social_preferences', { ideal_social_preferences: ['small_groups'] }, {}, null],
    // what is hard to live with: a hit takes half, two all
    [
      'ideal_lifestyle_dealbreakers',
      { ideal_lifestyle_dealbreakers: ['always_late', 'messy_space'] },
      { red_flags_self: ['runs_late'] },
      0.5,
    ],
    [
      'ideal_lifestyle_dealbreakers',
      { ideal_lifestyle_dealbreakers: ['always_late', 'messy_space'] },
      { red_flags_self: ['runs_late', 'untidy'] },
      0,
    ],
    [
      'ideal_lifestyle_dealbreakers',
      { ideal_lifestyle_dealbreakers: ['always_late'] },
      { red_flags_self: ['untidy'] },
      1,
    ],
    [
      'ideal_lifestyle_dealbreakers',
      { ideal_lifestyle_dealbreakers: ['out_every_night'] },
      { red_flags_self: ['untidy'], weekend_style_self: ['parties'] },
      0.5,
    ],
    [
      'ideal_lifestyle_dealbreakers',
      { ideal_lifestyle_dealbreakers: ['opposite_sleep'], ...rhythm('early_mornings') },
      { red_flags_self: ['untidy'], ...rhythm('late_nights') },
      0.5,
    ],
    [
      'ideal_lifestyle_dealbreakers',
      { ideal_lifestyle_dealbreakers: ['opposite_sleep'], ...rhythm('early_mornings') },
      { red_flags_self: ['untidy'], ...rhythm('early_mornings') },
      1,
    ],
    ['ideal_lifestyle_dealbreakers', { ideal_lifestyle_dealbreakers: ['always_late'] }, {}, null],
    ['ideal_lifestyle_dealbreakers', {}, { red_flags_self: ['runs_late'] }, null],
    // the value that matters most, among their strengths
    ['ideal_core_value', { ideal_core_value: 'honesty' }, { relationship_strengths_self: ['honest'] }, 1],
    ['ideal_core_value', { ideal_core_value: 'loyalty' }, { relationship_strengths_self: ['honest'] }, 0.4],
    ['ideal_core_value', { ideal_core_value: 'loyalty' }, {}, null],
    ['ideal_core_value', {}, { relationship_strengths_self: ['honest'] }, null],
    ['intent', { intent: 'serious_relationship' }, { intent: 'casual_dating' }, 0.2],
    ['intent', { intent: 'serious_relationship' }, { intent: 'serious_relationship' }, 1],
    ['intent', { intent: 'serious_relationship' }, { intent: 'unheard_of' }, null],
    ['intent', { intent: 'unheard_of' }, { intent: 'casual_dating' }, null],
    ['intent', { intent: 'casual_dating' }, {}, null],
    ['intent', {}, { intent: 'casual_dating' }, null],
    // 1 less the mean gap of seven steps
    ['communication_style_self', scale(1, 4), scale(7, 4), 0.5],
    ['communication_style_self', scale(1), scale(7), 0],
    ['communication_style_self', scale(2, 3), scale(5), 0.5],
    ['communication_style_self', scale(2), {}, null],
    // five shared hobbies are all there is to share
    [
      'hobbies_interests',
      { hobbies_interests: ['climbing', 'concerts', 'reading', 'travel'] },
      { hobbies_interests: ['climbing', 'concerts', 'dance', 'hiking'] },
      0.5,
    ],
    [
      'hobbies_interests',
      { hobbies_interests: ['climbing', 'concerts', 'reading', 'travel', 'dance', 'hiking'] },
      { hobbies_interests: ['climbing', 'concerts', 'reading', 'travel', 'dance', 'hiking'] },
      1,
    ],
    ['hobbies_interests', { hobbies_interests: ['climbing'] }, {}, null],
    ['hobbies_interests', {}, { hobbies_interests: ['climbing'] }, null],
    ['substances', habits('never', 'never'), habits('regularly', 'never'), 0.5],
    ['substances', habits('rarely'), habits('socially'), 2 / 3],
    ['substances', habits('prefer_not_to_say'), habits('socially'), null],
    [
      'ideal_relationship_timeline',
      { ideal_relationship_timeline: 'no_relationship' },
      { ideal_relationship_timeline: 'exclusive_if_click' },
      0.25,
    ],
    [
      'ideal_relationship_timeline',
      { ideal_relationship_timeline: 'ready_now' },
      { ideal_relationship_timeline: 'ready_now' },
      1,
    ],
    [
      'ideal_relationship_timeline',
      { ideal_relationship_timeline: 'unsure' },
      { ideal_relationship_timeline: 'ready_now' },
      null,
    ],
    ['ideal_relationship_timeline', { ideal_relationship_timeline: 'ready_now' }, {}, null],
    ['ideal_first_date', { ideal_first_date: ['surprise_me'] }, { ideal_first_date: ['movie'] }, 1],
    ['ideal_first_date', { ideal_first_date: ['movie'] }, { ideal_first_date: ['surprise_me'] }, 1],
    ['ideal_first_date', { ideal_first_date: ['movie', 'coffee_chat'] }, { ideal_first_date: ['movie'] }, 1],
    ['ideal_first_date', { ideal_first_date: ['coffee_chat'] }, { ideal_first_date: ['movie'] }, 0],
    ['ideal_first_date', { ideal_first_date: ['coffee_chat'] }, {}, null],
    ['emotional_style_self', { emotional_style_self: 'talk_now' }, { emotional_style_self: 'talk_now' }, 1],
    [
      'emotional_style_self',
      { emotional_style_self: 'lean_on_people' },
      { emotional_style_self: 'talk_now' },
      0.75,
    ],
    ['emotional_style_self', { emotional_style_self: 'talk_now' }, { emotional_style_self: 'write_it' }, 0.5],
    ['emotional_style_self', { emotional_style_self: 'talk_now' }, {}, null],
    ['emotional_style_self', {}, { emotional_style_self: 'talk_now' }, null],
    ['religion', { religion: 'catholic' }, { religion: 'catholic' }, 1],
    ['religion', { religion: 'catholic' }, { religion: 'orthodox' }, 0.7],
    ['religion', { religion: 'catholic' }, { religion: 'buddhist' }, 0.4],
    ['religion', { religion: { value: 'other', other: 'x' } }, { religion: 'catholic' }, null],
    ['religion', { religion: 'catholic' }, {}, null],
  ])('%s - of %j and %j - is %p', (id, mine, theirs, score) => {
    const found = scoreOf(id, mine, theirs);
    if (typeof score === 'number') expect(found).toBeCloseTo(score, 12);
    else if (score === null) expect(found).toBeNull();
  });

  it('all of them - weighed together - are pulled to one half by 12, and taken both ways', () => {
    const [a, b] = [{ intent: 'serious_relationship' }, { intent: 'casual_dating' }];
    expect(directedScore(a, b)).toBeCloseTo((6 + 10 * 0.2) / 22, 12);
    const wish = { ideal_personality_traits: ['calm'] };
    const self = { personality_type: ['calm'] };
    const there = directedScore(wish, self);
    expect(there).toBeGreaterThan(0.5);
    expect(directedScore(self, wish)).toBe(0.5);
    expect(compatibility(wish, self)).toBeCloseTo(Math.sqrt(there * 0.5), 12);
  });
});

describe('a firm no', () => {
  const no = (...values: string[]) => ({ lifestyle_dealbreakers: { values } });
  it.each<[mine: object, theirs: object, broken: boolean]>([
    [no('smokes_any'), { substances: { smoking_preference: 'rarely' } }, true],
    [no('smokes_any'), { substances: { smoking_preference: 'never' } }, false],
    [no('smokes_any'), {}, false],
    [no('drinks_any'), { substances: { smoking_preference: 'rarely' } }, false],
    [no('drinks_any', 'casual_only'), { intent: 'casual_dating' }, true],
    [no('different_faith'), { religion: 'catholic' }, false],
    [{ ...no('different_faith'), religion: 'orthodox' }, { religion: 'catholic' }, false],
    [{ ...no('different_faith'), religion: 'buddhist' }, { religion: 'catholic' }, true],
    [{ ...no('different_faith'), religion: 'buddhist' }, {}, false],
    [no('none'), { intent: 'casual_dating' }, false],
    [{}, { intent: 'casual_dating' }, false],
  ])('%j - of %j - is broken: %p', (mine, theirs, broken) =>
    expect(breaksFirmNo(mine as Answers, theirs as Answers)).toBe(broken),
  );
});
