import { findQuestion } from '@flint/contracts/questions/catalogue';
import { INTENT_FIT } from '@flint/contracts/questions/matching-facts';
import { popcount } from '@flint/contracts/week/hours';
import { CONFIDENCE_PULL, weightOf } from '../weights';
import { FLAG, UNKNOWN, type Tables } from './columns';
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

const INTENT_TABLE = (() => {
  const fit = INTENT_FIT as Record<string, Record<string, number>>;
  const table = new Float64Array(16);
  for (const [a, row] of Object.entries(fit)) {
    for (const [b, value] of Object.entries(row)) table[INTENTS.at(a) * 4 + INTENTS.at(b)] = value;
  }
  return table;
})();

const NEAR = (() => {
  const question = findQuestion('emotional_style_self');
  const pairs = (question?.type === 'single_select' ? question.near : undefined) ?? [];
  const size = EMOTIONAL.size;
  const table = new Float64Array(size * size).fill(0.5);
  for (const [a, b] of pairs) {
    table[EMOTIONAL.at(a) * size + EMOTIONAL.at(b)] = 0.75;
    table[EMOTIONAL.at(b) * size + EMOTIONAL.at(a)] = 0.75;
  }
  for (let i = 0; i < size; i++) table[i * size + i] = 1;
  return table;
})();

const OPPOSITES = (() => {
  const question = findQuestion('ideal_social_preferences');
  const pairs = (question?.type === 'limited_chips' ? question.opposites : undefined) ?? [];
  return Uint32Array.from(pairs.flatMap(([a, b]) => [1 << SOCIAL.at(a), 1 << SOCIAL.at(b)]));
})();

// One pair's sums; module level so that the hot loop allocates nothing. Scoring is synchronous and never re-entered.
// A typed array, because a module's own `let` of a fraction is boxed anew at every write.
const sum = new Float64Array(2);
const EARNED = 0;
const POSSIBLE = 1;

function add(weight: number, score: number): void {
  sum[EARNED]! += weight * score;
  sum[POSSIBLE]! += weight;
}

function cover(weight: number, wish: number, self: number): void {
  if (wish !== 0 && self !== 0) add(weight, popcount(wish & self) / Math.min(popcount(wish), popcount(self)));
}

function rankGap(weight: number, a: number, b: number): void {
  if (a !== UNKNOWN && b !== UNKNOWN) add(weight, 1 - Math.abs(a - b) / 4);
}

const rhythmOf = (flags: number) => {
  const both = flags & (FLAG.earlyMornings | FLAG.lateNights);
  return both === (FLAG.earlyMornings | FLAG.lateNights) ? 0 : both;
};

function addNiggles(t: Tables, a: number, b: number): void {
  const picked =
    t.nigglingHabits[a]! |
    t.nigglingFacts[a]! |
    (t.flags[a]! & (FLAG.sleepMatters | FLAG.wantsChildrenIsNo | FLAG.noChildrenIsNo));
  if (picked === 0 || (t.flags[b]! & FLAG.habitsAnswered) === 0) return;
  let hits = popcount(t.nigglingHabits[a]! & t.habits[b]!) + popcount(t.nigglingFacts[a]! & t.facts[b]!);
  if (t.flags[a]! & FLAG.wantsChildrenIsNo && t.flags[b]! & FLAG.noChildrenIsNo) hits += 2;
  if (t.flags[a]! & FLAG.noChildrenIsNo && t.flags[b]! & FLAG.wantsChildrenIsNo) hits += 2;
  const [mine, theirs] = [rhythmOf(t.flags[a]!), rhythmOf(t.flags[b]!)];
  if (t.flags[a]! & FLAG.sleepMatters && mine !== 0 && theirs !== 0 && mine !== theirs) hits += 1;
  add(W.niggles, 1 - Math.min(1, hits / 2));
}

function addWishes(t: Tables, a: number, b: number): void {
  cover(W.traits, t.traitsWish[a]!, t.traits[b]!);
  cover(W.green, t.greenWish[a]!, t.green[b]!);
  if (t.habitsWish[a]! !== 0 && t.flags[b]! & FLAG.habitsAnswered) {
    const [wished, own] = [popcount(t.habitsWish[a]!), popcount(t.habits[b]!)];
    add(W.red, own === 0 ? 1 : 1 - popcount(t.habitsWish[a]! & t.habits[b]!) / Math.min(wished, own));
  }
  if (t.socialWish[a]! !== 0 && t.social[b]! !== 0) {
    let score =
      popcount(t.socialWish[a]! & t.social[b]!) /
      Math.min(popcount(t.socialWish[a]!), popcount(t.social[b]!));
    for (let i = 0; i < OPPOSITES.length; i += 2) {
      const [one, other] = [OPPOSITES[i]!, OPPOSITES[i + 1]!];
      if (
        (t.socialWish[a]! & one && t.social[b]! & other) ||
        (t.socialWish[a]! & other && t.social[b]! & one)
      )
        score -= 0.25;
    }
    add(W.social, Math.max(0, score));
  }
  const wished = popcount(t.hobbiesWishLow[a]!) + popcount(t.hobbiesWishHigh[a]!);
  const own = popcount(t.hobbiesLow[b]!) + popcount(t.hobbiesHigh[b]!);
  if (wished !== 0 && own !== 0) {
    const both =
      popcount(t.hobbiesWishLow[a]! & t.hobbiesLow[b]!) + popcount(t.hobbiesWishHigh[a]! & t.hobbiesHigh[b]!);
    add(W.hobbiesWish, both / Math.min(wished, own));
  }
  addNiggles(t, a, b);
  if (t.coreValue[a]! !== UNKNOWN && t.values[b]! !== 0)
    add(W.value, (t.values[b]! >>> t.coreValue[a]!) & 1 ? 1 : 0.4);
}

function addActivities(weight: number, a: number, b: number, aAny: number, bAny: number): void {
  if ((a === 0 && aAny === 0) || (b === 0 && bAny === 0)) return;
  if (aAny !== 0 || bAny !== 0) add(weight, 1);
  else cover(weight, a, b);
}

/** Gap of two scale values, or -1 when one is not answered. */
const scaleGap = (x: number, y: number) => (x === 0 || y === 0 ? -1 : Math.abs(x - y));
const habitGap = (x: number, y: number) => (x === UNKNOWN || y === UNKNOWN ? -1 : Math.abs(x - y));

/** 1 less the mean of the known gaps, each a share of `widest`. */
function addMeanGap(weight: number, widest: number, g0: number, g1: number, g2: number, g3: number): void {
  const known = Number(g0 >= 0) + Number(g1 >= 0) + Number(g2 >= 0) + Number(g3 >= 0);
  if (known === 0) return;
  const gaps = Math.max(0, g0) + Math.max(0, g1) + Math.max(0, g2) + Math.max(0, g3);
  add(weight, 1 - gaps / known / widest);
}

function addScales(t: Tables, a: number, b: number): void {
  const [g0, g1] = [scaleGap(t.scale0[a]!, t.scale0[b]!), scaleGap(t.scale1[a]!, t.scale1[b]!)];
  const [g2, g3] = [scaleGap(t.scale2[a]!, t.scale2[b]!), scaleGap(t.scale3[a]!, t.scale3[b]!)];
  addMeanGap(W.scales, 6, g0, g1, g2, g3);
}

function addSubstances(t: Tables, a: number, b: number): void {
  const drinking = habitGap(t.drinking[a]!, t.drinking[b]!);
  const smoking = habitGap(t.smoking[a]!, t.smoking[b]!);
  addMeanGap(W.substances, 3, drinking, smoking, habitGap(t.cannabis[a]!, t.cannabis[b]!), -1);
}

function addShared(t: Tables, a: number, b: number): void {
  if (t.intent[a]! !== UNKNOWN && t.intent[b]! !== UNKNOWN)
    add(W.intent, INTENT_TABLE[t.intent[a]! * 4 + t.intent[b]!]!);
  addScales(t, a, b);
  const [mine, theirs] = [
    popcount(t.hobbiesLow[a]!) + popcount(t.hobbiesHigh[a]!),
    popcount(t.hobbiesLow[b]!) + popcount(t.hobbiesHigh[b]!),
  ];
  if (mine !== 0 && theirs !== 0) {
    const both =
      popcount(t.hobbiesLow[a]! & t.hobbiesLow[b]!) + popcount(t.hobbiesHigh[a]! & t.hobbiesHigh[b]!);
    add(W.hobbies, Math.min(1, both / Math.min(mine, theirs, 5)));
  }
  addSubstances(t, a, b);
  rankGap(W.timeline, t.timeline[a]!, t.timeline[b]!);
  cover(W.love, t.love[a]!, t.love[b]!);
  addActivities(
    W.firstDate,
    t.firstDate[a]!,
    t.firstDate[b]!,
    t.flags[a]! & FLAG.anyFirstDate,
    t.flags[b]! & FLAG.anyFirstDate,
  );
  cover(W.priorities, t.priorities[a]!, t.priorities[b]!);
  rankGap(W.balance, t.balance[a]!, t.balance[b]!);
  cover(W.weekend, t.weekend[a]!, t.weekend[b]!);
  if (t.emotional[a]! !== UNKNOWN && t.emotional[b]! !== UNKNOWN)
    add(W.emotional, NEAR[t.emotional[a]! * EMOTIONAL.size + t.emotional[b]!]!);
  addActivities(
    W.dateIdeas,
    t.dateIdeas[a]!,
    t.dateIdeas[b]!,
    t.flags[a]! & FLAG.anyDateIdea,
    t.flags[b]! & FLAG.anyDateIdea,
  );
  if (t.religion[a]! !== UNKNOWN && t.religion[b]! !== UNKNOWN) {
    add(
      W.religion,
      t.religion[a]! === t.religion[b]! ? 1 : t.religionFamily[a]! === t.religionFamily[b]! ? 0.7 : 0.4,
    );
  }
}

/** C(a,b) on packed rows; equals the reference to rounding. */
export function packedCompatibility(t: Tables, a: number, b: number): number {
  sum[EARNED] = CONFIDENCE_PULL * 0.5;
  sum[POSSIBLE] = CONFIDENCE_PULL;
  addShared(t, a, b);
  const sharedEarned = sum[EARNED];
  const sharedPossible = sum[POSSIBLE];
  addWishes(t, a, b);
  const forward = sum[EARNED] / sum[POSSIBLE];
  sum[EARNED] = sharedEarned;
  sum[POSSIBLE] = sharedPossible;
  addWishes(t, b, a);
  return Math.sqrt(forward * (sum[EARNED] / sum[POSSIBLE]));
}
