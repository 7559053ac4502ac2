import { LIMITS } from '@flint/contracts';
import { buildAnswers } from '../seed/answers';
import { createRandom, type Random } from '../seed/random';
import { fairness } from '../src/matching/order';
import { MatchIndex } from '../src/matching/packed/match-index';
import { createProjector, hourWindow } from '@flint/contracts/week/hours';

const START = new Date('2026-09-07T12:00:00Z');
const START_YMD = 20260907;

/** How a strategy orders the people a student may invite. */
export type Strategy = 'flint' | 'score only' | 'random';

export interface Outcome {
  readonly strategy: Strategy;
  /** Share of students with at least one mutual candidate. */
  readonly withCandidate: number;
  /** Gini of how often students were listed: 0 is even, 1 is everything to one. */
  readonly exposureGini: number;
  /** Share of students who never had a date in the whole time. */
  readonly unmatched: number;
  readonly dates: number;
}

interface Candidates {
  readonly others: Int32Array;
  /** Compatibility times common time: the order without fairness. */
  readonly base: Float64Array;
  readonly compatibility: Float64Array;
}

export interface Campus {
  readonly size: number;
  readonly candidates: readonly Candidates[];
}

/** A campus of random students and, for each, everybody they may invite. */
export function buildCampus(size: number, seed: number): Campus {
  const random = createRandom(seed);
  const index = new MatchIndex(createProjector(hourWindow(START, 'America/Toronto')));
  for (let i = 0; i < size; i++) {
    const words = new Uint32Array(6);
    for (let cell = 0; cell < 168; cell++) if (random.chance(0.2)) words[cell >> 5]! |= 1 << (cell & 31);
    index.put({
      id: String(i),
      answers: buildAnswers(random, 'A', START),
      week: { words, timezone: 'America/Toronto' },
      weeksUnasked: 0,
      missedDates: 0,
    });
  }
  const candidates = Array.from({ length: size }, (_, i): Candidates => {
    const { items } = index.rank(String(i), { todayYmd: START_YMD, limit: Number.POSITIVE_INFINITY });
    return {
      others: Int32Array.from(items, ({ id }) => Number(id)),
      base: Float64Array.from(items, ({ order }) => order),
      compatibility: Float64Array.from(items, ({ compatibility }) => compatibility),
    };
  });
  return { size, candidates };
}

/** Gini coefficient of non-negative counts. */
export function gini(counts: readonly number[]): number {
  const sorted = Float64Array.from(counts).sort();
  const total = sorted.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  const weighted = sorted.reduce((sum, count, i) => sum + (i + 1) * count, 0);
  return (2 * weighted) / (sorted.length * total) - (sorted.length + 1) / sorted.length;
}

function orderOf(
  strategy: Strategy,
  { others, base, compatibility }: Candidates,
  weeksUnasked: Int32Array,
  random: Random,
): number[] {
  const key = {
    flint: (at: number) => base[at]! + fairness(weeksUnasked[others[at]!]!),
    'score only': (at: number) => compatibility[at]!,
    random: () => random.next(),
  }[strategy];
  const keys = Float64Array.from(others, (_, at) => key(at));
  return Array.from(others, (_, at) => at).sort((a, b) => keys[b]! - keys[a]!);
}

/**
 * Weeks of a campus: each student sees the best 20 and invites one of them (sooner the higher they stand), nobody holds more than five
 * open offers, and an offer is accepted more often the better both fit. The same dice for every strategy.
 */
export function simulate(
  { size, candidates }: Campus,
  strategy: Strategy,
  weeks: number,
  seed: number,
): Outcome {
  const random = createRandom(seed);
  const weeksUnasked = new Int32Array(size);
  const listed = Array.from({ length: size }, () => 0);
  const dated = new Set<number>();
  const asked = new Set<number>();
  let dates = 0;
  for (let week = 0; week < weeks; week++) {
    const inbox: { readonly from: number; readonly fit: number }[][] = Array.from({ length: size }, () => []);
    for (let viewer = 0; viewer < size; viewer++) {
      const own = candidates[viewer]!;
      const ranked = orderOf(strategy, own, weeksUnasked, random);
      const shown = ranked
        .filter(
          (at) =>
            !asked.has(viewer * size + own.others[at]!) &&
            inbox[own.others[at]!]!.length < LIMITS.unansweredOffersMax,
        )
        .slice(0, LIMITS.matchesMax);
      for (const at of shown) listed[own.others[at]!]! += 1;
      const chosen = shown[Math.floor(random.next() ** 2 * shown.length)];
      if (chosen === undefined || !random.chance(0.5)) continue;
      const other = own.others[chosen]!;
      asked.add(viewer * size + other);
      inbox[other]!.push({ from: viewer, fit: own.compatibility[chosen]! });
    }
    for (let student = 0; student < size; student++) {
      const offers = inbox[student]!;
      weeksUnasked[student] = offers.length > 0 ? 0 : weeksUnasked[student]! + 1;
      const best = offers.sort((a, b) => b.fit - a.fit)[0];
      if (!best || !random.chance(Math.min(0.9, Math.max(0.05, (best.fit - 0.3) * 2)))) continue;
      dates += 1;
      dated.add(student).add(best.from);
    }
  }
  return {
    strategy,
    withCandidate: candidates.filter(({ others }) => others.length > 0).length / size,
    exposureGini: gini(listed),
    unmatched: 1 - dated.size / size,
    dates,
  };
}
