import { findQuestion } from '@flint/contracts/questions/catalogue';
import { INTENT_FIT } from '@flint/contracts/questions/matching-facts';
import { popcount } from '@flint/contracts/week/hours';
import { weightOf } from '../weights';
import { FLAG, UNKNOWN, type Tables } from './columns';
import {
  ANY_ACTIVITY,
  NONE_APPLIES,
  SELF,
  SHARED_COUNT,
  SELF_SHIFT,
  SHARED,
  WISHES,
  WISH_SHIFT,
} from './known';
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
  const table = new Float64Array(16);
  for (const [a, row] of Object.entries(INTENT_FIT as Record<string, Record<string, number>>))
    for (const [b, value] of Object.entries(row)) table[INTENTS.at(a) * 4 + INTENTS.at(b)] = value;
  return table;
})();

const NEAR = (() => {
  const question = findQuestion('emotional_style_self');
  const pairs = (question?.type === 'single_select' ? question.near : undefined) ?? [];
  const { size } = EMOTIONAL;
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

/** What a term earns by the other side's value; nothing for an unknown one. */
function byValue(mine: number, size: number, score: (theirs: number) => number): Float64Array {
  const table = new Float64Array(256);
  if (mine !== UNKNOWN) for (let theirs = 0; theirs < size; theirs++) table[theirs] = score(theirs);
  return table;
}

/** What a term earns by how many options the other side chose (high four bits) and how many are common (low four). */
function byCounts(score: (theirs: number, both: number) => number): Float64Array {
  const table = new Float64Array(256);
  for (let theirs = 1; theirs < 16; theirs++)
    for (let both = 0; both <= theirs; both++) table[(theirs << 4) | both] = score(theirs, both);
  return table;
}

const NOTHING = new Float64Array(256);
const cover = (weight: number, mine: number) =>
  mine === 0 ? NOTHING : byCounts((theirs, both) => weight * (both / Math.min(mine, theirs)));

const activities = (weight: number, mine: number) =>
  mine === 0
    ? NOTHING
    : byCounts((theirs, both) =>
        mine === ANY_ACTIVITY || theirs === ANY_ACTIVITY ? weight : weight * (both / Math.min(mine, theirs)),
      );

const rankGap = (weight: number, mine: number) =>
  byValue(mine, 8, (theirs) => weight * (1 - Math.abs(mine - theirs) / 4));

/** Mean gap of values packed in three bits each (0: unanswered); earned by the other side's values, and whether any is known on both. */
function byGaps(weight: number, mine: number, fields: number, widest: number) {
  const size = 1 << (3 * fields);
  const [earned, possible] = [new Float64Array(size), new Uint8Array(size)];
  for (let theirs = 0; theirs < size; theirs++) {
    let [known, gaps] = [0, 0];
    for (let at = 0; at < 3 * fields; at += 3) {
      const [a, b] = [(mine >> at) & 7, (theirs >> at) & 7];
      if (a === 0 || b === 0) continue;
      known++;
      gaps += Math.abs(a - b);
    }
    if (known === 0) continue;
    earned[theirs] = weight * (1 - gaps / known / widest);
    possible[theirs] = weight;
  }
  return { earned, possible };
}

function socialScore(wish: number, self: number): number {
  let score = popcount(wish & self) / Math.min(popcount(wish), popcount(self));
  for (let i = 0; i < OPPOSITES.length; i += 2) {
    const [one, other] = [OPPOSITES[i]!, OPPOSITES[i + 1]!];
    if ((wish & one && self & other) || (wish & other && self & one)) score -= 0.25;
  }
  return W.social * Math.max(0, score);
}

function bySocial(mine: number, score: (theirs: number) => number): Float64Array {
  const table = new Float64Array(1 << SOCIAL.size);
  if (mine !== 0) for (let theirs = 1; theirs < table.length; theirs++) table[theirs] = score(theirs);
  return table;
}

/** The sum of the weights of every combination of bits. */
function sums(weights: readonly number[]): Uint8Array {
  const table = new Uint8Array(1 << weights.length);
  for (let mask = 1; mask < table.length; mask++)
    table[mask] = table[mask & (mask - 1)]! + weights[31 - Math.clz32(mask & -mask)]!;
  return table;
}

const rhythmOf = (flags: number) => {
  const both = flags & (FLAG.earlyMornings | FLAG.lateNights);
  return both === (FLAG.earlyMornings | FLAG.lateNights) ? 0 : both;
};

/** How the flags of one who minds hit the flags of the other. */
function flagHits(mine: number, theirs: number): number {
  let hits = 0;
  if (mine & FLAG.wantsChildrenIsNo && theirs & FLAG.noChildrenIsNo) hits += 2;
  if (mine & FLAG.noChildrenIsNo && theirs & FLAG.wantsChildrenIsNo) hits += 2;
  const [a, b] = [rhythmOf(mine), rhythmOf(theirs)];
  return mine & FLAG.sleepMatters && a !== 0 && b !== 0 && a !== b ? hits + 1 : hits;
}

/** Flags of rhythm and children start here. */
export const RHYTHM_SHIFT = 3;
const byFlags = (score: (flags: number) => number) =>
  Uint8Array.from({ length: 32 }, (_, bits) => score(bits << RHYTHM_SHIFT));

/** Earned by the number of hits: two or more are as bad as it gets. */
const byHits = (counts: boolean) =>
  Float64Array.from({ length: 64 }, (_, hits) => (counts ? W.niggles * (1 - Math.min(1, hits / 2)) : 0));

/**
 * Everything a viewer's answers decide, as tables by the other side's values: a score is then look-ups and sums. Made once for a
 * ranking of tens of thousands.
 */
export function viewerTables(t: Tables, viewer: number) {
  const [known, counts] = [t.known[viewer]!, t.sharedCounts[viewer]!];
  const [self, wishes] = [(known >>> SELF_SHIFT) & 63, (known >>> WISH_SHIFT) & 127];
  const isSelf = (name: (typeof SELF)[number]) => ((self >>> SELF.indexOf(name)) & 1) === 1;
  const isWish = (name: (typeof WISHES)[number]) => ((wishes >>> WISHES.indexOf(name)) & 1) === 1;
  const when = (is: boolean, weight: number) => (is ? weight : 0);
  const hobbies = popcount(t.hobbiesLow[viewer]!) + popcount(t.hobbiesHigh[viewer]!);
  const hobbiesWish = popcount(t.hobbiesWishLow[viewer]!) + popcount(t.hobbiesWishHigh[viewer]!);
  const [habits, habitsWish] = [popcount(t.habits[viewer]!), popcount(t.habitsWish[viewer]!)];
  const [intent, emotional, coreValue] = [t.intent[viewer]!, t.emotional[viewer]!, t.coreValue[viewer]!];
  const [socialWish, social, values] = [t.socialWish[viewer]!, t.social[viewer]!, t.values[viewer]!];
  const flags = t.flags[viewer]!;
  const selfWeights: Record<(typeof SELF)[number], number> = {
    traits: when(isWish('traits'), W.traits),
    green: when(isWish('green'), W.green),
    habits: when(isWish('habits'), W.red) + when(isWish('niggles'), W.niggles),
    social: when(isWish('social'), W.social),
    hobbies: when(isWish('hobbies'), W.hobbiesWish),
    values: when(isWish('value'), W.value),
  };
  const wishWeights: Record<(typeof WISHES)[number], number> = {
    traits: when(isSelf('traits'), W.traits),
    green: when(isSelf('green'), W.green),
    habits: when(isSelf('habits'), W.red),
    social: when(isSelf('social'), W.social),
    hobbies: when(isSelf('hobbies'), W.hobbiesWish),
    niggles: when(isSelf('habits'), W.niggles),
    value: when(isSelf('values'), W.value),
  };
  return {
    sharedPossible: sums(SHARED.map((name, i) => when(((known >>> i) & 1) === 1, W[name]))),
    selfPossible: sums(SELF.map((name) => selfWeights[name])),
    wishPossible: sums(WISHES.map((name) => wishWeights[name])),
    intent: byValue(intent, 4, (theirs) => W.intent * INTENT_TABLE[intent * 4 + theirs]!),
    scales: byGaps(W.scales, t.scales[viewer]!, 4, 6),
    hobbies:
      hobbies === 0
        ? NOTHING
        : byCounts((theirs, both) => W.hobbies * Math.min(1, both / Math.min(hobbies, theirs, 5))),
    substances: byGaps(W.substances, t.substances[viewer]!, 3, 3),
    timeline: rankGap(W.timeline, t.timeline[viewer]!),
    love: cover(W.love, popcount(t.love[viewer]!)),
    firstDate: activities(W.firstDate, (counts >>> SHARED_COUNT.firstDate) & 15),
    priorities: cover(W.priorities, popcount(t.priorities[viewer]!)),
    balance: rankGap(W.balance, t.balance[viewer]!),
    weekend: cover(W.weekend, popcount(t.weekend[viewer]!)),
    emotional: byValue(
      emotional,
      EMOTIONAL.size,
      (theirs) => W.emotional * NEAR[emotional * EMOTIONAL.size + theirs]!,
    ),
    dateIdeas: activities(W.dateIdeas, (counts >>> SHARED_COUNT.dateIdeas) & 15),
    religion: { same: W.religion, near: W.religion * 0.7, far: W.religion * 0.4 },
    traits: cover(W.traits, popcount(t.traitsWish[viewer]!)),
    traitsBack: cover(W.traits, popcount(t.traits[viewer]!)),
    green: cover(W.green, popcount(t.greenWish[viewer]!)),
    greenBack: cover(W.green, popcount(t.green[viewer]!)),
    habits: isWish('habits')
      ? byCounts((theirs, both) =>
          theirs === NONE_APPLIES ? W.red : W.red * (1 - both / Math.min(habitsWish, theirs)),
        )
      : NOTHING,
    habitsBack: isSelf('habits')
      ? byCounts((theirs, both) => (habits === 0 ? W.red : W.red * (1 - both / Math.min(theirs, habits))))
      : NOTHING,
    social: bySocial(socialWish, (theirs) => socialScore(socialWish, theirs)),
    socialBack: bySocial(social, (theirs) => socialScore(theirs, social)),
    hobbiesWish: cover(W.hobbiesWish, hobbiesWish),
    hobbiesWishBack: cover(W.hobbiesWish, hobbies),
    niggles: byHits(isWish('niggles')),
    nigglesBack: byHits(isSelf('habits')),
    flagHits: byFlags((theirs) => flagHits(flags, theirs)),
    flagHitsBack: byFlags((theirs) => flagHits(theirs, flags)),
    value: { fits: when(isWish('value'), W.value), not: when(isWish('value'), W.value * 0.4) },
    valueBack: byValue(
      isSelf('values') ? 0 : UNKNOWN,
      32,
      (theirs) => W.value * ((values >>> theirs) & 1 ? 1 : 0.4),
    ),
    coreValue: coreValue === UNKNOWN ? 0 : coreValue,
  };
}
