import { findQuestion } from '@flint/contracts/questions/catalogue';
import { INTENT_FIT } from '@flint/contracts/questions/matching-facts';
import { popcount } from '../week-hours';
import { CONFIDENCE_PULL, weightOf } from '../weights';
import { FLAG, UNKNOWN, type Row } from './columns';
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
  return pairs.map(([a, b]) => [1 << SOCIAL.at(a), 1 << SOCIAL.at(b)] as const);
})();

// One pair's sums; module level so that the hot loop allocates nothing. Scoring is synchronous and never re-entered.
let earned = 0;
let possible = 0;

function add(weight: number, score: number): void {
  earned += weight * score;
  possible += weight;
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

function addNiggles(a: Row, b: Row): void {
  const picked =
    a.nigglingHabits |
    a.nigglingFacts |
    (a.flags & (FLAG.sleepMatters | FLAG.wantsChildrenIsNo | FLAG.noChildrenIsNo));
  if (picked === 0 || (b.flags & FLAG.habitsAnswered) === 0) return;
  let hits = popcount(a.nigglingHabits & b.habits) + popcount(a.nigglingFacts & b.facts);
  if (a.flags & FLAG.wantsChildrenIsNo && b.flags & FLAG.noChildrenIsNo) hits += 2;
  if (a.flags & FLAG.noChildrenIsNo && b.flags & FLAG.wantsChildrenIsNo) hits += 2;
  const [mine, theirs] = [rhythmOf(a.flags), rhythmOf(b.flags)];
  if (a.flags & FLAG.sleepMatters && mine !== 0 && theirs !== 0 && mine !== theirs) hits += 1;
  add(W.niggles, 1 - Math.min(1, hits / 2));
}

function addWishes(a: Row, b: Row): void {
  cover(W.traits, a.traitsWish, b.traits);
  cover(W.green, a.greenWish, b.green);
  if (a.habitsWish !== 0 && b.flags & FLAG.habitsAnswered) {
    const [wished, own] = [popcount(a.habitsWish), popcount(b.habits)];
    add(W.red, own === 0 ? 1 : 1 - popcount(a.habitsWish & b.habits) / Math.min(wished, own));
  }
  if (a.socialWish !== 0 && b.social !== 0) {
    let score = popcount(a.socialWish & b.social) / Math.min(popcount(a.socialWish), popcount(b.social));
    for (const [one, other] of OPPOSITES) {
      if ((a.socialWish & one && b.social & other) || (a.socialWish & other && b.social & one)) score -= 0.25;
    }
    add(W.social, Math.max(0, score));
  }
  const wished = popcount(a.hobbiesWishLow) + popcount(a.hobbiesWishHigh);
  const own = popcount(b.hobbiesLow) + popcount(b.hobbiesHigh);
  if (wished !== 0 && own !== 0) {
    const both = popcount(a.hobbiesWishLow & b.hobbiesLow) + popcount(a.hobbiesWishHigh & b.hobbiesHigh);
    add(W.hobbiesWish, both / Math.min(wished, own));
  }
  addNiggles(a, b);
  if (a.coreValue !== UNKNOWN && b.values !== 0) add(W.value, (b.values >>> a.coreValue) & 1 ? 1 : 0.4);
}

function addActivities(weight: number, a: number, b: number, aAny: number, bAny: number): void {
  if ((a === 0 && aAny === 0) || (b === 0 && bAny === 0)) return;
  if (aAny !== 0 || bAny !== 0) add(weight, 1);
  else cover(weight, a, b);
}

function addScales(a: Row, b: Row): void {
  let gaps = 0;
  let answered = 0;
  const scale = (x: number, y: number) => {
    if (x === 0 || y === 0) return;
    gaps += Math.abs(x - y);
    answered += 1;
  };
  scale(a.scale0, b.scale0);
  scale(a.scale1, b.scale1);
  scale(a.scale2, b.scale2);
  scale(a.scale3, b.scale3);
  if (answered > 0) add(W.scales, 1 - gaps / answered / 6);
}

function addSubstances(a: Row, b: Row): void {
  let gaps = 0;
  let answered = 0;
  const habit = (x: number, y: number) => {
    if (x === UNKNOWN || y === UNKNOWN) return;
    gaps += Math.abs(x - y) / 3;
    answered += 1;
  };
  habit(a.drinking, b.drinking);
  habit(a.smoking, b.smoking);
  habit(a.cannabis, b.cannabis);
  if (answered > 0) add(W.substances, 1 - gaps / answered);
}

function addShared(a: Row, b: Row): void {
  if (a.intent !== UNKNOWN && b.intent !== UNKNOWN) add(W.intent, INTENT_TABLE[a.intent * 4 + b.intent]!);
  addScales(a, b);
  const [mine, theirs] = [
    popcount(a.hobbiesLow) + popcount(a.hobbiesHigh),
    popcount(b.hobbiesLow) + popcount(b.hobbiesHigh),
  ];
  if (mine !== 0 && theirs !== 0) {
    const both = popcount(a.hobbiesLow & b.hobbiesLow) + popcount(a.hobbiesHigh & b.hobbiesHigh);
    add(W.hobbies, Math.min(1, both / Math.min(mine, theirs, 5)));
  }
  addSubstances(a, b);
  rankGap(W.timeline, a.timeline, b.timeline);
  cover(W.love, a.love, b.love);
  addActivities(
    W.firstDate,
    a.firstDate,
    b.firstDate,
    a.flags & FLAG.anyFirstDate,
    b.flags & FLAG.anyFirstDate,
  );
  cover(W.priorities, a.priorities, b.priorities);
  rankGap(W.balance, a.balance, b.balance);
  cover(W.weekend, a.weekend, b.weekend);
  if (a.emotional !== UNKNOWN && b.emotional !== UNKNOWN)
    add(W.emotional, NEAR[a.emotional * EMOTIONAL.size + b.emotional]!);
  addActivities(
    W.dateIdeas,
    a.dateIdeas,
    b.dateIdeas,
    a.flags & FLAG.anyDateIdea,
    b.flags & FLAG.anyDateIdea,
  );
  if (a.religion !== UNKNOWN && b.religion !== UNKNOWN) {
    add(W.religion, a.religion === b.religion ? 1 : a.religionFamily === b.religionFamily ? 0.7 : 0.4);
  }
}

/** C(a,b) on packed rows; equals the reference to rounding. */
export function packedCompatibility(a: Row, b: Row): number {
  earned = CONFIDENCE_PULL * 0.5;
  possible = CONFIDENCE_PULL;
  addShared(a, b);
  const [sharedEarned, sharedPossible] = [earned, possible];
  addWishes(a, b);
  const forward = earned / possible;
  earned = sharedEarned;
  possible = sharedPossible;
  addWishes(b, a);
  return Math.sqrt(forward * (earned / possible));
}
