import { countSharedStarts, WINDOW_WORDS } from '@flint/contracts/week/hours';
import { timeFactor } from '../order';
import { bandThresholds, nthLargest } from '../packed/bands';
import { FLAG, type Tables } from '../packed/columns';
import { eligibleRows } from '../packed/hard-filter';
import { createScorer } from '../packed/score';
import { SHOWN } from './assign';
import { ymdOf } from './frame';
import { KEPT, type Job } from './job';
import { levelOf, levelOfRow, packPair, packRow, rowOf } from './pairs';

/** Of the pairs kept of a student, so many are the best; the rest is drawn from the others. */
const BEST = 140;

/** Factor of the common time of two rows. */
export function timeBetween({ flags, window }: Tables, a: number, b: number): number {
  if ((flags[a]! & flags[b]! & FLAG.hasWeek) === 0) return timeFactor(null);
  return timeFactor(countSharedStarts(window, window, a * WINDOW_WORDS, b * WINDOW_WORDS));
}

/** Numbers from 0 to below 1 that depend on nothing but the two seeds (mulberry32). */
function drawer(seed: number, own: number): () => number {
  let state = (Math.imul(seed ^ 0x9e3779b1, 0x85ebca6b) ^ own) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Keeps the pairs of a student that the assignment chooses from: the best of `all`, rows packed with their levels, and some of the
 * others by chance. Reorders `all`.
 */
export function keepPairs(job: Job, viewer: number, all: Float64Array): void {
  const { pairs, counts, twentieth, tables, seed } = job;
  const best = Math.min(BEST, all.length);
  const kept = Math.min(KEPT, all.length);
  if (kept > best) {
    nthLargest(all, best - 1);
    const draw = drawer(seed, tables.idHash[viewer]!);
    for (let i = best; i < kept; i++) {
      const at = i + Math.floor(draw() * (all.length - i));
      [all[i], all[at]] = [all[at]!, all[i]!];
    }
  }
  all.subarray(0, best).sort();
  counts[viewer] = kept;
  twentieth[viewer] = best === 0 ? 0 : levelOfRow(all[Math.max(0, best - SHOWN)]!);
  for (let i = 0; i < kept; i++)
    pairs[viewer * KEPT + i] = packPair(levelOfRow(all[i]!), viewer, rowOf(all[i]!));
}

/** Scores students against everybody they may meet and keeps the pairs a round chooses from. One per thread. */
export class RowScorer {
  private readonly rows: Uint32Array;
  private readonly scores: Float64Array;
  private readonly packed: Float64Array;
  private readonly todayYmd: number;

  constructor(private readonly job: Job) {
    const size = job.ids.length;
    this.rows = new Uint32Array(size);
    this.scores = new Float64Array(size);
    this.packed = new Float64Array(size);
    this.todayYmd = ymdOf(job.frame);
  }

  /** Writes the pairs, bands and counts of the rows from `from` to before `to`. */
  score(from: number, to: number): void {
    for (let row = from; row < to; row++) if (this.job.standing.activity[row]! > 0) this.scoreRow(row);
  }

  private scoreRow(viewer: number): void {
    const { tables, apart, ids, great, good, eligible } = this.job;
    const { rows, scores, packed, todayYmd } = this;
    const excluded = new Set(apart.others.subarray(apart.starts[viewer]!, apart.starts[viewer + 1]!));
    const scan = { todayYmd, size: ids.length, excluded, rows };
    const { eligible: count } = eligibleRows(tables, viewer, scan);
    const score = createScorer(tables, viewer);
    for (let i = 0; i < count; i++) {
      const other = rows[i]!;
      const fit = score(other);
      scores[i] = fit;
      packed[i] = packRow(levelOf(fit * timeBetween(tables, viewer, other)), other);
    }
    eligible[viewer] = count;
    keepPairs(this.job, viewer, packed.subarray(0, count));
    const bands = bandThresholds(scores.subarray(0, count));
    great[viewer] = bands.great;
    good[viewer] = bands.good;
  }
}
