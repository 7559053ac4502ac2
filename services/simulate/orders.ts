import { FLAG } from '../src/matching/packed/columns';
import { WIDTH } from '../src/matching/round/assign';
import { assignLists } from '../src/matching/round/assign-lists';
import { jobOf } from '../src/matching/round/job';
import { retainPairs } from '../src/matching/round/score-rows';
import type { Campus } from './campus';

/** The data available before a night's lists are made. */
export interface Night {
  readonly week: number;
  readonly campus: Campus;
  readonly present: Uint8Array;
  /** Probability that a student looks. */
  readonly activity: Float32Array;
  readonly weeksPresent: Int32Array;
  /** Attention received so far, from lists that were viewed. */
  readonly attention: Float64Array;
  readonly dates: Int32Array;
  readonly weeksUndated: Int32Array;
  /** Whether there was ever an offer between two. */
  isOver(a: number, b: number): boolean;
}

/** Makes the lists of a night: rows by student and place, WIDTH each, -1 for none. */
export type Order = (night: Night) => Int32Array;

const open = ({ campus, present, isOver }: Night, me: number) =>
  campus.partners[me]!.rows.filter((row) => present[row] && !isOver(me, row));

/** Compatibility of one student with each of their partners, in the partners' order. */
function fitsOf({ campus }: Night, me: number, rows: Uint32Array): Float64Array {
  const { rows: all, fit } = campus.partners[me]!;
  let at = 0;
  return Float64Array.from(rows, (row) => {
    while (all[at] !== row) at++;
    return fit[at]!;
  });
}

/** Makes each list on its own, by score alone. */
const scoreOnly: Order = (night) => {
  const lists = new Int32Array(night.campus.size * WIDTH).fill(-1);
  for (let me = 0; me < night.campus.size; me++) {
    if (!night.present[me]) continue;
    const rows = open(night, me);
    const fits = fitsOf(night, me, rows);
    const best = Uint32Array.from(rows, (_, i) => i).sort((a, b) => fits[b]! - fits[a]!);
    lists.set(
      best.subarray(0, WIDTH).map((i) => rows[i]!),
      me * WIDTH,
    );
  }
  return lists;
};

/** The production code of a night. Only the scores, which stay the same all weeks, are reused. */
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
      retainPairs(job, me, rows, fitsOf(night, me, rows));
    }
    assignLists(job);
    return job.lists;
  };

export const ORDERS = ['rounds', 'score only'] as const;
export type OrderName = (typeof ORDERS)[number];

export const orderBy = (name: OrderName, seed: number): Order =>
  name === 'rounds' ? rounds(seed) : scoreOnly;
