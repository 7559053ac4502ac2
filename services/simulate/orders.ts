import { createRandom, type Random } from '../seed/random';
import { FLAG } from '../src/matching/packed/columns';
import { SHOWN, WIDTH } from '../src/matching/round/assign';
import { assignLists } from '../src/matching/round/assign-lists';
import { jobOf } from '../src/matching/round/job';
import { keepPairs } from '../src/matching/round/score-rows';
import type { Campus } from './campus';

/** What is known before a night's lists are made. */
export interface Night {
  readonly week: number;
  readonly campus: Campus;
  readonly present: Uint8Array;
  /** Chance that a student looks. */
  readonly activity: Float32Array;
  readonly weeksPresent: Int32Array;
  /** Attention got so far, in lists that were looked at. */
  readonly attention: Float64Array;
  readonly dates: Int32Array;
  readonly weeksUndated: Int32Array;
  /** Whether an offer was ever made between two. */
  isOver(a: number, b: number): boolean;
}

/** Makes the lists of a night: rows by student and place, WIDTH of each, -1 for none. */
export type Order = (night: Night) => Int32Array;

const open = ({ campus, present, isOver }: Night, me: number) =>
  campus.partners[me]!.rows.filter((row) => present[row] && !isOver(me, row));

/** Each list by itself: the best by a key. */
const byKey =
  (keysOf: (night: Night, me: number, rows: Uint32Array) => Float64Array): Order =>
  (night) => {
    const lists = new Int32Array(night.campus.size * WIDTH).fill(-1);
    for (let me = 0; me < night.campus.size; me++) {
      if (!night.present[me]) continue;
      const rows = open(night, me);
      const keys = keysOf(night, me, rows);
      const best = Uint32Array.from(rows, (_, i) => i).sort((a, b) => keys[b]! - keys[a]!);
      lists.set(
        best.subarray(0, WIDTH).map((i) => rows[i]!),
        me * WIDTH,
      );
    }
    return lists;
  };

/** How well those of one's partners fit, in their order. */
function fitsOf({ campus }: Night, me: number, rows: Uint32Array): Float64Array {
  const { rows: all, fit } = campus.partners[me]!;
  let at = 0;
  return Float64Array.from(rows, (row) => {
    while (all[at] !== row) at++;
    return fit[at]!;
  });
}

const scoreOnly = byKey(fitsOf);

const randomOrder = (random: Random): Order =>
  byKey((_night, _me, rows) => Float64Array.from(rows, () => random.next()));

/** Whoever was shown least, whether they fit or not: how even lists could be at most. */
const mostEven = (random: Random): Order => {
  const turns = 4;
  return (night) => {
    const load = new Float64Array(night.campus.size);
    const lists = new Int32Array(night.campus.size * WIDTH).fill(-1);
    for (let turn = 0; turn < turns; turn++)
      for (let me = 0; me < night.campus.size; me++) {
        if (!night.present[me]) continue;
        const own = lists.subarray(me * WIDTH, me * WIDTH + SHOWN);
        for (const row of own) if (row >= 0) load[row]! -= 1;
        const rows = open(night, me);
        const keys = Float64Array.from(
          rows,
          (row) => load[row]! + night.attention[row]! * SHOWN + random.next() * 0.01,
        );
        const least = Uint32Array.from(rows, (_, i) => i).sort((a, b) => keys[a]! - keys[b]!);
        own.set(least.subarray(0, SHOWN).map((i) => rows[i]!));
        for (const row of own) if (row >= 0) load[row]! += 1;
      }
    return lists;
  };
};

/** What production makes at night, by its own code; only the scores, which no week changes, are not computed again. */
const rounds =
  (seed: number): Order =>
  (night) => {
    const { campus, present, activity } = night;
    const { snapshot, size } = campus;
    const { standing, tables } = snapshot;
    for (let row = 0; row < size; row++) {
      standing.activity[row] = present[row] ? activity[row]! : 0;
      standing.weeksPresent[row] = night.weeksPresent[row]!;
      standing.attention[row] = night.attention[row]!;
      standing.dates[row] = night.dates[row]!;
      standing.weeksSinceDate[row] = night.weeksUndated[row]!;
      tables.flags[row] = present[row] ? tables.flags[row]! | FLAG.live : tables.flags[row]! & ~FLAG.live;
    }
    const job = jobOf(snapshot, { seed: seed + night.week });
    for (let me = 0; me < size; me++) {
      if (!present[me]) continue;
      const rows = open(night, me);
      keepPairs(job, me, rows, fitsOf(night, me, rows));
    }
    assignLists(job);
    return job.lists;
  };

export const ORDERS = ['rounds', 'score only', 'random', 'most even'] as const;
export type OrderName = (typeof ORDERS)[number];

export function orderBy(name: OrderName, seed: number): Order {
  if (name === 'rounds') return rounds(seed);
  if (name === 'score only') return scoreOnly;
  return name === 'random' ? randomOrder(createRandom(seed)) : mostEven(createRandom(seed));
}
