import { WIDTH } from './assign';
import type { RoundFrame } from './frame';
import { NOTHING_OMITTED, type Omitted } from './omit';
import type { Snapshot, StandingTables } from './snapshot';
import type { RoundOptions } from './types';
import type { PlanPlace } from '../plans/plans';
import type { Tables } from '../packed/columns';

/** Pairs retained per student: the best, and some others at random, so that students who are among few people's best are included. */
export const KEPT = 200;

const shared = (bytes: number) => new SharedArrayBuffer(bytes);

/** Rows that must not meet, by row: `others[starts[row]]` to `others[starts[row + 1] - 1]`. */
interface Apart {
  readonly starts: Uint32Array;
  readonly others: Uint32Array;
}

/** The inputs and outputs of one round, in memory that its threads share. */
export interface Job {
  readonly frame: RoundFrame;
  readonly ids: readonly string[];
  readonly accounts: readonly string[];
  readonly tables: Tables;
  readonly standing: StandingTables;
  readonly seed: number;
  readonly places: readonly PlanPlace[];
  readonly omitted: Omitted;
  readonly apart: Apart;
  /** Packed pairs, KEPT per row; the first `counts[row]` of them are written. */
  readonly pairs: Float64Array;
  readonly counts: Uint16Array;
  /** Level of each row's 20th best pair. */
  readonly twentieth: Uint16Array;
  /** Lowest score of each row's bands. */
  readonly great: Float64Array;
  readonly good: Float64Array;
  /** Number of people who pass every filter both ways. */
  readonly eligible: Uint32Array;
  /** Rows by row and place, -1 for none (`Assignment`). */
  readonly lists: Int32Array;
  readonly load: Float32Array;
}

function apartOf(snapshot: Snapshot, pairs: Iterable<readonly [string, string]>): Apart {
  const ends: number[] = [];
  const starts = new Uint32Array(shared((snapshot.size + 1) * 4));
  for (const [one, other] of pairs) {
    const [a, b] = [snapshot.rowOf(one), snapshot.rowOf(other)];
    if (a < 0 || b < 0) continue;
    ends.push(a, b);
    starts[a + 1]!++;
    starts[b + 1]!++;
  }
  for (let row = 0; row < snapshot.size; row++) starts[row + 1]! += starts[row]!;
  const [next, others] = [starts.slice(), new Uint32Array(shared(ends.length * 4))];
  for (let i = 0; i < ends.length; i += 2) {
    others[next[ends[i]!]!++] = ends[i + 1]!;
    others[next[ends[i + 1]!]!++] = ends[i]!;
  }
  return { starts, others };
}

export function jobOf(
  snapshot: Snapshot,
  {
    apart = [],
    places = [],
    omitted = NOTHING_OMITTED,
    seed,
  }: Pick<RoundOptions, 'apart' | 'places' | 'omitted' | 'seed'>,
): Job {
  const { frame, ids, accounts, tables, standing, size } = snapshot;
  return {
    frame,
    ids,
    accounts,
    tables,
    standing,
    seed,
    places,
    omitted,
    apart: apartOf(snapshot, apart),
    pairs: new Float64Array(shared(size * KEPT * 8)),
    counts: new Uint16Array(shared(size * 2)),
    twentieth: new Uint16Array(shared(size * 2)),
    great: new Float64Array(shared(size * 8)),
    good: new Float64Array(shared(size * 8)),
    eligible: new Uint32Array(shared(size * 4)),
    lists: new Int32Array(shared(size * WIDTH * 4)),
    load: new Float32Array(shared(size * 4)),
  };
}
