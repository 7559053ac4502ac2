import { popcount } from '@flint/contracts/week/hours';
import { CONFIDENCE_PULL } from '../weights';
import { UNKNOWN, type Tables } from './columns';
import { SELF, SELF_SHIFT, SHARED, SHARED_COUNT as S, WISHES, WISH_COUNT as C, WISH_SHIFT } from './known';
import * as T from './term-tables';

const HABITS_KNOWN = 1 << (SELF_SHIFT + SELF.indexOf('habits'));
const NIGGLES_KNOWN = 1 << (WISH_SHIFT + WISHES.indexOf('niggles'));
const SHARED_MASK = (1 << SHARED.length) - 1;
const SELF_MASK = (1 << SELF.length) - 1;
const WISH_MASK = (1 << WISHES.length) - 1;

/** Index in a table by counts, with both counts at the same position. */
const counted = (mine: number, theirs: number, shift: number, both: number) =>
  (((mine >>> shift) & 15) << 8) | (((theirs >>> shift) & 15) << 4) | T.POPCOUNT[both]!;

/** The same for a wish and the answer that it is compared with: their counts are at two positions. */
const scoreWish = (wish: number, wishShift: number, self: number, selfShift: number, both: number) =>
  (((wish >>> wishShift) & 15) << 8) | (((self >>> selfShift) & 15) << 4) | T.POPCOUNT[both]!;

const socially = (wish: number, self: number) =>
  (T.POPCOUNT[
    (T.FIRST_SIDES[wish]! & T.SECOND_SIDES[self]!) | (T.SECOND_SIDES[wish]! & T.FIRST_SIDES[self]!)
  ]! <<
    12) |
  (T.POPCOUNT[wish]! << 8) |
  (T.POPCOUNT[self]! << 4) |
  T.POPCOUNT[wish & self]!;

/** The score of a value that the other wants; 0 without strengths or a wish. */
const valued = (wish: number, values: number) => {
  if (wish === UNKNOWN || values === 0) return 0;
  return (values >>> wish) & 1 ? T.VALUE.fits : T.VALUE.not;
};

const rhythm = (flags: number) => (flags >>> T.RHYTHM_SHIFT) & 31;

/**
 * Writes C(a, b) of one row with each of the others. Equals the reference up to rounding, and is bit-identical from either side. One loop,
 * written term by term, because it runs for hundreds of millions of pairs; local references to the columns make it three times faster.
 */
export function scoreRows(t: Tables, a: number, rows: Uint32Array, out: Float64Array): void {
  const { known, sharedCounts, wishCounts, flags, facts, habits, habitsWish, nigglingHabits, nigglingFacts } =
    t;
  const { hobbiesLow, hobbiesHigh, hobbiesWishLow, hobbiesWishHigh, traits, traitsWish, green, greenWish } =
    t;
  const {
    love,
    priorities,
    weekend,
    firstDate,
    dateIdeas,
    scales,
    substances,
    socialWish,
    values,
    coreValue,
  } = t;
  const { intent, timeline, balance, emotional, religion, religionFamily, social } = t;
  const mine = {
    known: known[a]!,
    counts: sharedCounts[a]!,
    wishCounts: wishCounts[a]!,
    rhythm: rhythm(flags[a]!),
    facts: facts[a]!,
    habits: habits[a]!,
    habitsWish: habitsWish[a]!,
    nigglingHabits: nigglingHabits[a]!,
    nigglingFacts: nigglingFacts[a]!,
    low: hobbiesLow[a]!,
    high: hobbiesHigh[a]!,
    wishLow: hobbiesWishLow[a]!,
    wishHigh: hobbiesWishHigh[a]!,
    traits: traits[a]!,
    traitsWish: traitsWish[a]!,
    green: green[a]!,
    greenWish: greenWish[a]!,
    love: love[a]!,
    priorities: priorities[a]!,
    weekend: weekend[a]!,
    firstDate: firstDate[a]!,
    dateIdeas: dateIdeas[a]!,
    scales: scales[a]!,
    substances: substances[a]!,
    social: social[a]!,
    socialWish: socialWish[a]!,
    values: values[a]!,
    coreValue: coreValue[a]!,
    intent: intent[a]! << 8,
    timeline: timeline[a]! << 8,
    balance: balance[a]! << 8,
    emotional: emotional[a]! << 8,
    religion: religion[a]!,
    family: religionFamily[a]!,
  };
  const mySelf = (mine.known >>> SELF_SHIFT) & SELF_MASK;
  const myWishes = (mine.known >>> WISH_SHIFT) & WISH_MASK;
  for (let i = 0; i < rows.length; i++) {
    const b = rows[i]!;
    const theirs = known[b]!;
    const counts = sharedCounts[b]!;
    const theirCounts = wishCounts[b]!;
    const low = hobbiesLow[b]!;
    const high = hobbiesHigh[b]!;
    const theirHabits = habits[b]!;
    const theirFlags = rhythm(flags[b]!);
    const theirScales = scales[b]!;
    const scaleGaps =
      T.PAIR_GAPS[((mine.scales & 63) << 6) | (theirScales & 63)]! +
      T.PAIR_GAPS[(mine.scales & 4032) | (theirScales >> 6)]!;
    const theirSubstances = substances[b]!;
    const substanceGaps =
      T.PAIR_GAPS[((mine.substances & 63) << 6) | (theirSubstances & 63)]! +
      T.PAIR_GAPS[(mine.substances & 448) | (theirSubstances >> 6)]!;
    let faith = 0;
    if (mine.religion !== UNKNOWN && religion[b] !== UNKNOWN) {
      if (mine.religion === religion[b]) faith = T.RELIGION.same;
      else faith = mine.family === religionFamily[b] ? T.RELIGION.near : T.RELIGION.far;
    }
    const both = popcount(mine.low & low) + T.POPCOUNT[mine.high & high]!;
    const earned =
      CONFIDENCE_PULL * 0.5 +
      T.INTENT[mine.intent | intent[b]!]! +
      T.SCALES[scaleGaps]! +
      T.HOBBIES[counted(mine.counts, counts, S.hobbies, 0) | both]! +
      T.SUBSTANCES[substanceGaps]! +
      T.TIMELINE[mine.timeline | timeline[b]!]! +
      T.LOVE[counted(mine.counts, counts, S.love, mine.love & love[b]!)]! +
      T.FIRST_DATE[counted(mine.counts, counts, S.firstDate, mine.firstDate & firstDate[b]!)]! +
      T.PRIORITIES[counted(mine.counts, counts, S.priorities, mine.priorities & priorities[b]!)]! +
      T.BALANCE[mine.balance | balance[b]!]! +
      T.WEEKEND[counted(mine.counts, counts, S.weekend, mine.weekend & weekend[b]!)]! +
      T.EMOTIONS[mine.emotional | emotional[b]!]! +
      T.DATE_IDEAS[counted(mine.counts, counts, S.dateIdeas, mine.dateIdeas & dateIdeas[b]!)]! +
      faith;
    const there =
      T.TRAITS[
        scoreWish(mine.wishCounts, C.traitsWish, theirCounts, C.traits, mine.traitsWish & traits[b]!)
      ]! +
      T.GREEN[scoreWish(mine.wishCounts, C.greenWish, theirCounts, C.green, mine.greenWish & green[b]!)]! +
      T.HABITS[
        scoreWish(mine.wishCounts, C.habitsWish, theirCounts, C.habits, mine.habitsWish & theirHabits)
      ]! +
      T.SOCIAL_FIT[socially(mine.socialWish, social[b]!)]! +
      T.HOBBIES_WISH[
        scoreWish(mine.counts, S.hobbiesWish, counts, S.hobbies, 0) |
          (popcount(mine.wishLow & low) + T.POPCOUNT[mine.wishHigh & high]!)
      ]! +
      (mine.known & NIGGLES_KNOWN && theirs & HABITS_KNOWN
        ? T.NIGGLES[
            T.POPCOUNT[mine.nigglingHabits & theirHabits]! +
              T.POPCOUNT[mine.nigglingFacts & facts[b]!]! +
              T.FLAG_HITS[(mine.rhythm << 5) | theirFlags]!
          ]!
        : 0) +
      valued(mine.coreValue, values[b]!);
    const back =
      T.TRAITS[
        scoreWish(theirCounts, C.traitsWish, mine.wishCounts, C.traits, mine.traits & traitsWish[b]!)
      ]! +
      T.GREEN[scoreWish(theirCounts, C.greenWish, mine.wishCounts, C.green, mine.green & greenWish[b]!)]! +
      T.HABITS[
        scoreWish(theirCounts, C.habitsWish, mine.wishCounts, C.habits, mine.habits & habitsWish[b]!)
      ]! +
      T.SOCIAL_FIT[socially(socialWish[b]!, mine.social)]! +
      T.HOBBIES_WISH[
        scoreWish(counts, S.hobbiesWish, mine.counts, S.hobbies, 0) |
          (popcount(mine.low & hobbiesWishLow[b]!) + T.POPCOUNT[mine.high & hobbiesWishHigh[b]!]!)
      ]! +
      (theirs & NIGGLES_KNOWN && mine.known & HABITS_KNOWN
        ? T.NIGGLES[
            T.POPCOUNT[nigglingHabits[b]! & mine.habits]! +
              T.POPCOUNT[nigglingFacts[b]! & mine.facts]! +
              T.FLAG_HITS[(theirFlags << 5) | mine.rhythm]!
          ]!
        : 0) +
      valued(coreValue[b]!, mine.values);
    const possible =
      CONFIDENCE_PULL +
      T.SHARED_POSSIBLE[mine.known & theirs & SHARED_MASK]! +
      (scaleGaps < 32 ? 0 : T.SCALES_POSSIBLE) +
      (substanceGaps < 32 ? 0 : T.SUBSTANCES_POSSIBLE);
    const possibleThere =
      possible + T.WISHABLE[(myWishes << SELF.length) | ((theirs >>> SELF_SHIFT) & SELF_MASK)]!;
    const possibleBack =
      possible + T.WISHABLE[(((theirs >>> WISH_SHIFT) & WISH_MASK) << SELF.length) | mySelf]!;
    out[i] = Math.sqrt(((earned + there) / possibleThere) * ((earned + back) / possibleBack));
  }
}

/** C(a, b) of two rows. */
export function scoreOf(t: Tables, a: number, b: number): number {
  const out = new Float64Array(1);
  scoreRows(t, a, Uint32Array.of(b), out);
  return out[0]!;
}
