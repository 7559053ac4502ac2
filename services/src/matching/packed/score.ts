import { popcount } from '@flint/contracts/week/hours';
import { CONFIDENCE_PULL } from '../weights';
import { UNKNOWN, type Tables } from './columns';
import { SELF, SELF_SHIFT, SHARED, SHARED_COUNT, WISHES, WISH_COUNT, WISH_SHIFT } from './known';
import { RHYTHM_SHIFT, viewerTables } from './viewer-tables';

const HABITS_KNOWN = 1 << (SELF_SHIFT + SELF.indexOf('habits'));
const NIGGLES_KNOWN = 1 << (WISH_SHIFT + WISHES.indexOf('niggles'));
const SHARED_MASK = (1 << SHARED.length) - 1;
const SELF_MASK = (1 << SELF.length) - 1;
const WISH_MASK = (1 << WISHES.length) - 1;

/** Where a table by counts holds what was chosen by the other side and is common. */
const place = (counts: number, shift: number, common: number) =>
  (((counts >>> shift) & 15) << 4) | popcount(common);

/**
 * C(viewer, other) for one viewer and anybody else, on packed rows; equals the reference to rounding, and is the same to the last bit
 * from either side. Written out term by term, as it runs tens of thousands of times for a list.
 */
export function createScorer(t: Tables, viewer: number): (other: number) => number {
  const v = viewerTables(t, viewer);
  const [love, priorities, weekend] = [t.love[viewer]!, t.priorities[viewer]!, t.weekend[viewer]!];
  const [firstDate, dateIdeas] = [t.firstDate[viewer]!, t.dateIdeas[viewer]!];
  const [hobbiesLow, hobbiesHigh] = [t.hobbiesLow[viewer]!, t.hobbiesHigh[viewer]!];
  const [hobbiesWishLow, hobbiesWishHigh] = [t.hobbiesWishLow[viewer]!, t.hobbiesWishHigh[viewer]!];
  const [traits, traitsWish] = [t.traits[viewer]!, t.traitsWish[viewer]!];
  const [green, greenWish] = [t.green[viewer]!, t.greenWish[viewer]!];
  const [habits, habitsWish] = [t.habits[viewer]!, t.habitsWish[viewer]!];
  const [nigglingHabits, nigglingFacts, facts] = [
    t.nigglingHabits[viewer]!,
    t.nigglingFacts[viewer]!,
    t.facts[viewer]!,
  ];
  const [religion, family] = [t.religion[viewer]!, t.religionFamily[viewer]!];

  const hobbiesPlace = (b: number, low: number, high: number, counts: number) =>
    (((counts >>> SHARED_COUNT.hobbies) & 15) << 4) |
    (popcount(low & t.hobbiesLow[b]!) + popcount(high & t.hobbiesHigh[b]!));

  const religionEarned = (b: number): number => {
    if (religion === UNKNOWN || t.religion[b]! === UNKNOWN) return 0;
    if (religion === t.religion[b]!) return v.religion.same;
    return family === t.religionFamily[b]! ? v.religion.near : v.religion.far;
  };

  const shared = (b: number, counts: number): number =>
    CONFIDENCE_PULL * 0.5 +
    v.intent[t.intent[b]!]! +
    v.scales.earned[t.scales[b]!]! +
    v.hobbies[hobbiesPlace(b, hobbiesLow, hobbiesHigh, counts)]! +
    v.substances.earned[t.substances[b]!]! +
    v.timeline[t.timeline[b]!]! +
    v.love[place(counts, SHARED_COUNT.love, love & t.love[b]!)]! +
    v.firstDate[place(counts, SHARED_COUNT.firstDate, firstDate & t.firstDate[b]!)]! +
    v.priorities[place(counts, SHARED_COUNT.priorities, priorities & t.priorities[b]!)]! +
    v.balance[t.balance[b]!]! +
    v.weekend[place(counts, SHARED_COUNT.weekend, weekend & t.weekend[b]!)]! +
    v.emotional[t.emotional[b]!]! +
    v.dateIdeas[place(counts, SHARED_COUNT.dateIdeas, dateIdeas & t.dateIdeas[b]!)]! +
    religionEarned(b);

  const niggles = (b: number): number =>
    v.niggles[
      popcount(nigglingHabits & t.habits[b]!) +
        popcount(nigglingFacts & t.facts[b]!) +
        v.flagHits[(t.flags[b]! >>> RHYTHM_SHIFT) & 31]!
    ]!;
  const nigglesBack = (b: number): number =>
    v.nigglesBack[
      popcount(t.nigglingHabits[b]! & habits) +
        popcount(t.nigglingFacts[b]! & facts) +
        v.flagHitsBack[(t.flags[b]! >>> RHYTHM_SHIFT) & 31]!
    ]!;
  const valueEarned = (values: number): number => {
    if (values === 0) return 0;
    return (values >>> v.coreValue) & 1 ? v.value.fits : v.value.not;
  };

  /** The other's traits as the viewer wishes them. */
  const forward = (b: number, known: number, counts: number, wishCounts: number): number =>
    v.traits[place(wishCounts, WISH_COUNT.traits, traitsWish & t.traits[b]!)]! +
    v.green[place(wishCounts, WISH_COUNT.green, greenWish & t.green[b]!)]! +
    v.habits[place(wishCounts, WISH_COUNT.habits, habitsWish & t.habits[b]!)]! +
    v.social[t.social[b]!]! +
    v.hobbiesWish[hobbiesPlace(b, hobbiesWishLow, hobbiesWishHigh, counts)]! +
    (known & HABITS_KNOWN ? niggles(b) : 0) +
    valueEarned(t.values[b]!);

  /** The viewer's traits as the other wishes them. */
  const backward = (b: number, known: number, counts: number, wishCounts: number): number =>
    v.traitsBack[place(wishCounts, WISH_COUNT.traitsWish, traits & t.traitsWish[b]!)]! +
    v.greenBack[place(wishCounts, WISH_COUNT.greenWish, green & t.greenWish[b]!)]! +
    v.habitsBack[place(wishCounts, WISH_COUNT.habitsWish, habits & t.habitsWish[b]!)]! +
    v.socialBack[t.socialWish[b]!]! +
    v.hobbiesWishBack[
      (((counts >>> SHARED_COUNT.hobbiesWish) & 15) << 4) |
        (popcount(hobbiesLow & t.hobbiesWishLow[b]!) + popcount(hobbiesHigh & t.hobbiesWishHigh[b]!))
    ]! +
    (known & NIGGLES_KNOWN ? nigglesBack(b) : 0) +
    v.valueBack[t.coreValue[b]!]!;

  return (b) => {
    const [known, counts, wishCounts] = [t.known[b]!, t.sharedCounts[b]!, t.wishCounts[b]!];
    const earned = shared(b, counts);
    const possible =
      CONFIDENCE_PULL +
      v.sharedPossible[known & SHARED_MASK]! +
      v.scales.possible[t.scales[b]!]! +
      v.substances.possible[t.substances[b]!]!;
    const there =
      (earned + forward(b, known, counts, wishCounts)) /
      (possible + v.selfPossible[(known >>> SELF_SHIFT) & SELF_MASK]!);
    const back =
      (earned + backward(b, known, counts, wishCounts)) /
      (possible + v.wishPossible[(known >>> WISH_SHIFT) & WISH_MASK]!);
    return Math.sqrt(there * back);
  };
}
