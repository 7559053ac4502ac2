import { findQuestion } from '@flint/contracts/questions/catalogue';
import { INTENT_FIT } from '@flint/contracts/questions/matching-facts';
import { weightOf } from '../weights';
import { FLAG, UNKNOWN } from './columns';
import { ANY_ACTIVITY, NONE_APPLIES, SELF, SHARED, WISHES } from './known';
import { EMOTIONAL, INTENTS, SOCIAL } from './vocabulary';

const W = {
  traits: weightOf('ideal_personality_traits'),
  green: weightOf('ideal_green_flags'),
  red: weightOf('ideal_red_flags'),
  social: weightOf('ideal_social_preferences'),
  hobbiesWish: weightOf('ideal_hobbies_interests'),
  niggles: weightOf('ideal_lifestyle_dealbreakers'),
  value: weightOf('ideal_core_value'),
  intent: weightOf('intent'),
  scales: weightOf('communication_style_self'),
  hobbies: weightOf('hobbies_interests'),
  substances: weightOf('substances'),
  timeline: weightOf('ideal_relationship_timeline'),
  love: weightOf('preferred_love_languages'),
  firstDate: weightOf('ideal_first_date'),
  priorities: weightOf('current_life_priorities'),
  balance: weightOf('lifestyle_balance'),
  weekend: weightOf('weekend_style_self'),
  emotional: weightOf('emotional_style_self'),
  dateIdeas: weightOf('ideal_date_types'),
  religion: weightOf('religion'),
} as const;

const table = (size: number, score: (at: number) => number) =>
  new Float64Array(size).map((_, at) => score(at));

/** Bits set in 20 bits, the length of the longest mask. A table, because the compiler inlines only so many calls of a function. */
export const POPCOUNT = new Uint8Array(2 ** 20);
for (let mask = 1; mask < POPCOUNT.length; mask++) POPCOUNT[mask] = POPCOUNT[mask >> 1]! + (mask & 1);

/** Indexed by the options one side chose (bits 8 to 11), the other (4 to 7) and both (0 to 3); 0 if one chose none. */
const byCounts = (score: (mine: number, theirs: number, both: number) => number): Float64Array =>
  table(4096, (at) => {
    const [mine, theirs, both] = [at >> 8, (at >> 4) & 15, at & 15];
    return mine === 0 || theirs === 0 || both > Math.min(mine, theirs) ? 0 : score(mine, theirs, both);
  });

const cover = (weight: number) => byCounts((mine, theirs, both) => (weight * both) / Math.min(mine, theirs));

const activities = (weight: number) =>
  byCounts((mine, theirs, both) =>
    mine === ANY_ACTIVITY || theirs === ANY_ACTIVITY ? weight : (weight * both) / Math.min(mine, theirs),
  );

/** Indexed by two 8-bit values; 0 for an unknown one. */
const byValues = (score: (mine: number, theirs: number) => number): Float64Array =>
  table(65_536, (at) => (at >> 8 === UNKNOWN || (at & 255) === UNKNOWN ? 0 : score(at >> 8, at & 255)));

const rankGap = (weight: number) =>
  byValues((mine, theirs) => weight * Math.max(0, 1 - Math.abs(mine - theirs) / 4));

const nearby = (() => {
  const question = findQuestion('emotional_style_self');
  const near = (question?.type === 'single_select' ? question.near : undefined) ?? [];
  return (a: number, b: number) =>
    near.some((pair) => pair.includes(EMOTIONAL.valueAt(a)!) && pair.includes(EMOTIONAL.valueAt(b)!));
})();

const intentFit = (a: number, b: number): number =>
  (INTENT_FIT as Record<string, Record<string, number>>)[INTENTS.valueAt(a) ?? '']?.[
    INTENTS.valueAt(b) ?? ''
  ] ?? 0;

/** The sum of the weights of every combination of bits. */
const sums = (weights: readonly number[]) =>
  table(2 ** weights.length, (mask) =>
    weights.reduce((sum, weight, i) => sum + ((mask >> i) & 1) * weight, 0),
  );

/** The most that wishes (bits 6 to 12) can earn from the other's known answers (0 to 5). */
export const WISHABLE = (() => {
  const needs: Record<(typeof WISHES)[number], readonly [(typeof SELF)[number], number]> = {
    traits: ['traits', W.traits],
    green: ['green', W.green],
    habits: ['habits', W.red],
    social: ['social', W.social],
    hobbies: ['hobbies', W.hobbiesWish],
    niggles: ['habits', W.niggles],
    value: ['values', W.value],
  };
  return table(2 ** (SELF.length + WISHES.length), (at) =>
    WISHES.reduce((sum, wish, i) => {
      const [self, weight] = needs[wish];
      return sum + ((at >> (SELF.length + i)) & (at >> SELF.indexOf(self)) & 1) * weight;
    }, 0),
  );
})();

/** For two scales on both sides, three bits each, 0 for unanswered: how many both answered, times 32, plus the sum of their gaps. */
export const PAIR_GAPS = Uint8Array.from({ length: 4096 }, (_, at) => {
  const gap = (mine: number, theirs: number) =>
    mine === 0 || theirs === 0 ? 0 : 32 + Math.abs(mine - theirs);
  return gap((at >> 6) & 7, at & 7) + gap((at >> 9) & 7, (at >> 3) & 7);
});
const byGaps = (weight: number, widest: number) =>
  table(256, (at) => (at < 32 ? 0 : weight * (1 - (at & 31) / (at >> 5) / widest)));

const OPPOSITES = (() => {
  const question = findQuestion('ideal_social_preferences');
  const pairs = (question?.type === 'limited_chips' ? question.opposites : undefined) ?? [];
  return pairs.map(([a, b]) => [1 << SOCIAL.at(a), 1 << SOCIAL.at(b)] as const);
})();
const touched = (side: 0 | 1) =>
  Uint8Array.from({ length: 2 ** SOCIAL.size }, (_, mask) =>
    OPPOSITES.reduce((pairs, pair, i) => pairs | (mask & pair[side] ? 1 << i : 0), 0),
  );
/** The pairs of opposites, a bit each, whose first or second side is in a combination of social preferences. */
export const FIRST_SIDES = touched(0);
export const SECOND_SIDES = touched(1);

const rhythmOf = (flags: number) => {
  const both = flags & (FLAG.earlyMornings | FLAG.lateNights);
  return both === (FLAG.earlyMornings | FLAG.lateNights) ? 0 : both;
};
/** Position of the flags of rhythm and children. */
export const RHYTHM_SHIFT = 3;
/** Which of the other's five flags the student minds (bits 5 to 9). */
export const FLAG_HITS = Uint8Array.from({ length: 1024 }, (_, at) => {
  const [mine, theirs] = [(at >> 5) << RHYTHM_SHIFT, (at & 31) << RHYTHM_SHIFT];
  const [a, b] = [rhythmOf(mine), rhythmOf(theirs)];
  const clash = (one: number, other: number) => (mine & one && theirs & other ? 2 : 0);
  return (
    clash(FLAG.wantsChildrenIsNo, FLAG.noChildrenIsNo) +
    clash(FLAG.noChildrenIsNo, FLAG.wantsChildrenIsNo) +
    (mine & FLAG.sleepMatters && a !== 0 && b !== 0 && a !== b ? 1 : 0)
  );
});

/** The most that the questions both answered can earn. */
export const SHARED_POSSIBLE = sums(SHARED.map((name) => W[name]));
export const SCALES_POSSIBLE = W.scales;
export const SUBSTANCES_POSSIBLE = W.substances;
export const INTENT = byValues((a, b) => W.intent * intentFit(a, b));
export const SCALES = byGaps(W.scales, 6);
export const SUBSTANCES = byGaps(W.substances, 3);
export const HOBBIES = byCounts((a, b, both) => W.hobbies * Math.min(1, both / Math.min(a, b, 5)));
export const TIMELINE = rankGap(W.timeline);
export const BALANCE = rankGap(W.balance);
export const LOVE = cover(W.love);
export const PRIORITIES = cover(W.priorities);
export const WEEKEND = cover(W.weekend);
export const FIRST_DATE = activities(W.firstDate);
export const DATE_IDEAS = activities(W.dateIdeas);
export const EMOTIONS = byValues((a, b) => W.emotional * (a === b ? 1 : nearby(a, b) ? 0.75 : 0.5));
export const RELIGION = { same: W.religion, near: W.religion * 0.7, far: W.religion * 0.4 } as const;
export const TRAITS = cover(W.traits);
export const GREEN = cover(W.green);
export const HOBBIES_WISH = cover(W.hobbiesWish);
/** The wish is the first argument. */
export const HABITS = byCounts((wish, habits, both) =>
  habits === NONE_APPLIES ? W.red : W.red * (1 - both / Math.min(wish, habits)),
);
/** Indexed by clashes (bits 12 to 14) and counts. */
export const SOCIAL_FIT = (() => {
  const covered = cover(1);
  return table(8 * 4096, (at) => W.social * Math.max(0, covered[at & 4095]! - 0.25 * (at >> 12)));
})();
/** Indexed by the number of hits; two or more count as the worst. */
export const NIGGLES = table(64, (hits) => W.niggles * (1 - Math.min(1, hits / 2)));
export const VALUE = { fits: W.value, not: W.value * 0.4 } as const;
