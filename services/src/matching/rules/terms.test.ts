import type { Answers } from '@flint/contracts/questions/types';
import { breaksFirmNo, compatibility, directedScore, TERMS } from './score';

const scale = (...[directness, contact_preference]: number[]) => ({
  communication_style_self: { directness, contact_preference },
});
const habits = (drinking_preference: string, smoking_preference?: string) => ({
  substances: { drinking_preference, smoking_preference },
});
const rhythm = (...values: string[]) => ({ social_preferences_self: values });

const SIX = ['climbing', 'concerts', 'reading', 'travel', 'dance', 'hiking'];

type Case = readonly [mine: object, theirs: object, score: number | null];
const traits = (...values: string[]) => ({ personality_type: values });
const traitsWish = (...values: string[]) => ({ ideal_personality_traits: values });
const red = (...values: string[]) => ({ red_flags_self: values });
const redWish = (...values: string[]) => ({ ideal_red_flags: values });
const socialWish = (...values: string[]) => ({ ideal_social_preferences: values });
const niggles = (...values: string[]) => ({ ideal_lifestyle_dealbreakers: values });
const strong = { relationship_strengths_self: ['honest'] };
const intent = (value: string) => ({ intent: value });
const hobbies = (...values: string[]) => ({ hobbies_interests: values });
const timeline = (value: string) => ({ ideal_relationship_timeline: value });
const dates = (...values: string[]) => ({ ideal_first_date: values });
const emotional = (value: string) => ({ emotional_style_self: value });
const faith = (religion: unknown) => ({ religion });

const CASES: Readonly<Record<string, readonly Case[]>> = {
  // a wish is covered by its share of the shorter list
  ideal_personality_traits: [
    [traitsWish('calm', 'curious'), traits('calm', 'loyal', 'funny'), 0.5],
    [traitsWish('calm', 'curious'), traits('curious'), 1],
    [traitsWish('calm'), traits('funny'), 0],
    [traitsWish('calm'), {}, null],
    [{}, traits('calm'), null],
  ],
  preferred_love_languages: [[{ preferred_love_languages: ['words'] }, {}, null]],
  // habits one dislikes lower it; an empty list of habits has none
  ideal_red_flags: [
    [redWish('runs_late', 'untidy'), red('runs_late', 'overspends'), 0.5],
    [redWish('runs_late', 'untidy', 'holds_on'), red('runs_late'), 0],
    [redWish('runs_late'), red('none_right_now'), 1],
    [redWish('runs_late'), {}, null],
    [{}, red('runs_late'), null],
  ],
  // each opposite costs a quarter
  ideal_social_preferences: [
    [socialWish('big_gatherings', 'late_nights'), rhythm('big_gatherings', 'early_mornings'), 0.25],
    [socialWish('early_mornings'), rhythm('late_nights'), 0],
    [socialWish('planned_ahead', 'small_groups'), rhythm('spontaneous_plans', 'small_groups'), 0.25],
    [socialWish('small_groups'), rhythm('small_groups'), 1],
    [socialWish('small_groups'), {}, null],
  ],
  // what one cannot live with: one hit takes half, two take all
  ideal_lifestyle_dealbreakers: [
    [niggles('always_late', 'messy_space'), red('runs_late'), 0.5],
    [niggles('always_late', 'messy_space'), red('runs_late', 'untidy'), 0],
    [niggles('always_late'), red('untidy'), 1],
    [niggles('wants_children'), { ...red('untidy'), ...niggles('no_children') }, 0],
    [
      niggles('never_goes_out'),
      { ...red('untidy'), weekend_style_self: ['home_cosy'], ...rhythm('recharge_alone') },
      0.5,
    ],
    [
      { ...niggles('opposite_sleep'), ...rhythm('early_mornings') },
      { ...red('untidy'), ...rhythm('early_mornings', 'late_nights') },
      1,
    ],
    [niggles('out_every_night'), { ...red('untidy'), weekend_style_self: ['parties'] }, 0.5],
    [
      { ...niggles('opposite_sleep'), ...rhythm('early_mornings') },
      { ...red('untidy'), ...rhythm('late_nights') },
      0.5,
    ],
    [
      { ...niggles('opposite_sleep'), ...rhythm('early_mornings') },
      { ...red('untidy'), ...rhythm('early_mornings') },
      1,
    ],
    [niggles('always_late'), {}, null],
    [{}, red('runs_late'), null],
  ],
  // the value that matters most is among their strengths
  ideal_core_value: [
    [{ ideal_core_value: 'honesty' }, strong, 1],
    [{ ideal_core_value: 'loyalty' }, strong, 0.4],
    [{ ideal_core_value: 'loyalty' }, {}, null],
    [{}, strong, null],
  ],
  intent: [
    [intent('serious_relationship'), intent('casual_dating'), 0.2],
    [intent('serious_relationship'), intent('serious_relationship'), 1],
    [intent('activity_buddy'), intent('activity_buddy'), 1],
    [intent('serious_relationship'), intent('unheard_of'), null],
    [intent('unheard_of'), intent('casual_dating'), null],
    [intent('casual_dating'), {}, null],
    [{}, intent('casual_dating'), null],
  ],
  // 1 minus the mean gap out of seven steps
  communication_style_self: [
    [scale(1, 4), scale(7, 4), 0.5],
    [scale(1), scale(7), 0],
    [scale(2, 3), scale(5), 0.5],
    [scale(2), {}, null],
  ],
  // five shared hobbies are the maximum
  hobbies_interests: [
    [
      hobbies('climbing', 'concerts', 'reading', 'travel'),
      hobbies('climbing', 'concerts', 'dance', 'hiking'),
      0.5,
    ],
    [hobbies(...SIX), hobbies(...SIX), 1],
    [hobbies('climbing'), {}, null],
    [{}, hobbies('climbing'), null],
  ],
  substances: [
    [habits('never', 'never'), habits('regularly', 'never'), 0.5],
    [habits('rarely'), habits('socially'), 2 / 3],
    [habits('prefer_not_to_say'), habits('socially'), null],
  ],
  ideal_relationship_timeline: [
    [timeline('no_relationship'), timeline('exclusive_if_click'), 0.25],
    [timeline('ready_now'), timeline('ready_now'), 1],
    [timeline('unsure'), timeline('ready_now'), null],
    [timeline('ready_now'), {}, null],
  ],
  ideal_first_date: [
    [dates('surprise_me'), dates('movie'), 1],
    [dates('movie'), dates('surprise_me'), 1],
    [dates('movie', 'coffee_chat'), dates('movie'), 1],
    [dates('coffee_chat'), dates('movie'), 0],
    [dates('coffee_chat'), {}, null],
  ],
  emotional_style_self: [
    [emotional('talk_now'), emotional('talk_now'), 1],
    [emotional('lean_on_people'), emotional('talk_now'), 0.75],
    [emotional('talk_now'), emotional('write_it'), 0.5],
    [emotional('talk_now'), {}, null],
    [{}, emotional('talk_now'), null],
  ],
  religion: [
    [faith('catholic'), faith('catholic'), 1],
    [faith('catholic'), faith('orthodox'), 0.7],
    [faith('catholic'), faith('buddhist'), 0.4],
    [faith({ value: 'other', other: 'x' }), faith('catholic'), null],
    [faith('catholic'), {}, null],
  ],
};

describe('a soft term', () => {
  const cases = Object.entries(CASES).flatMap(([id, all]) => all.map((each) => [id, ...each] as const));
  it.each(cases)('%s - of %j and %j - is %p', (id, mine, theirs, score) => {
    const found = TERMS.find(({ question }) => question.id === id)!.score(mine as Answers, theirs as Answers);
    expect(found).toEqual(score && expect.closeTo(score, 12));
  });

  it('all terms - weighed together - are pulled to one half by 12 and combined for both directions', () => {
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
    [no('cannabis_any'), { substances: { cannabis_preference: 'rarely' } }, true],
    [no('cannabis_regularly'), { substances: { cannabis_preference: 'rarely' } }, false],
    [no('cannabis_regularly'), { substances: { cannabis_preference: 'regularly' } }, true],
    [no('commitment_now'), { ...intent('serious_relationship'), ...timeline('few_months') }, false],
    [no('commitment_now'), { ...intent('serious_relationship'), ...timeline('ready_now') }, true],
    [no('drinks_regularly'), { substances: { drinking_preference: 'socially' } }, false],
    [no('no_time'), { lifestyle_balance: 'studies_first' }, true],
    [no('online_only'), { meeting_preference: { values: ['video_first', 'campus_coffee'] } }, false],
    [no('online_only'), { meeting_preference: { values: ['campus_coffee'] } }, false],
    [no('online_only'), { meeting_preference: { values: ['video_first'] } }, true],
    [{ ...no('different_faith'), religion: 'agnostic' }, { religion: 'none' }, false],
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
