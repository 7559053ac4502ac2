import { countSharedStarts, WINDOW_WORDS } from '@flint/contracts/week/hours';
import { timeFactor } from '../order';
import { bandThresholds, nthLargest } from '../packed/bands';
import { FLAG, type Tables } from '../packed/columns';
import { eligibleRows } from '../packed/hard-filter';
import { scoreRows } from '../packed/score';
import { SHOWN } from './assign';
import { ymdOf } from './frame';
import { KEPT, type Job } from './job';
import { leastOf, levelOf, levelOfRow, packPair, packRow, rowOf } from './pairs';

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

/** Holds candidates until there are too many; one a thread. */
const candidates = new Float64Array(8 * BEST);

/** The best pairs of a student among rows that fit that well, packed with their levels, the least first. */
function bestOf(tables: Tables, viewer: number, rows: Uint32Array, fits: Float64Array): Float64Array {
  let found = 0;
  let least = 0;
  for (let i = 0; i < rows.length; i++) {
    // common time only lowers a level: most need not be looked at for it
    if (fits[i]! < least) continue;
    candidates[found++] = packRow(levelOf(fits[i]! * timeBetween(tables, viewer, rows[i]!)), rows[i]!);
    if (found < candidates.length) continue;
    least = leastOf(levelOfRow(nthLargest(candidates, BEST - 1)));
    found = BEST;
  }
  const own = candidates.subarray(0, found);
  if (found > BEST) nthLargest(own, BEST - 1);
  return own.subarray(0, BEST).sort();
}

/** Keeps the pairs of a student that the assignment chooses from: the best, and some of the others by chance. Reorders `rows` and `fits`. */
export function keepPairs(job: Job, viewer: number, rows: Uint32Array, fits: Float64Array): void {
  const { pairs, counts, twentieth, tables, seed } = job;
  const best = bestOf(tables, viewer, rows, fits);
  let kept = 0;
  for (const each of best) pairs[viewer * KEPT + kept++] = packPair(levelOfRow(each), viewer, rowOf(each));
  const listed = new Set(Array.from(best, rowOf));
  const draw = drawer(seed, tables.idHash[viewer]!);
  for (let i = 0; i < rows.length && kept < KEPT; i++) {
    const at = i + Math.floor(draw() * (rows.length - i));
    const [row, fit] = [rows[at]!, fits[at]!];
    [rows[at], fits[at]] = [rows[i]!, fits[i]!];
    [rows[i], fits[i]] = [row, fit];
    if (listed.has(row)) continue;
    pairs[viewer * KEPT + kept++] = packPair(levelOf(fit * timeBetween(tables, viewer, row)), viewer, row);
  }
  counts[viewer] = kept;
  twentieth[viewer] = best.length === 0 ? 0 : levelOfRow(best[Math.max(0, best.length - SHOWN)]!);
}

/** Scores students against everybody they may meet and keeps the pairs a round chooses from. One per thread. */
export class RowScorer {
  private readonly rows: Uint32Array;
  private readonly scores: Float64Array;
  private readonly todayYmd: number;

  constructor(private readonly job: Job) {
    const size = job.ids.length;
    this.rows = new Uint32Array(size);
    this.scores = new Float64Array(size);
    this.todayYmd = ymdOf(job.frame);
  }

  /** Writes the pairs, bands and counts of the rows from `from` to before `to`. */
  score(from: number, to: number): void {
    for (let row = from; row < to; row++) this.scoreRow(row);
  }

  private scoreRow(viewer: number): void {
    const { tables, apart, ids, great, good, eligible } = this.job;
    const { todayYmd } = this;
    const excluded = new Set(apart.others.subarray(apart.starts[viewer]!, apart.starts[viewer + 1]!));
    const scan = { todayYmd, size: ids.length, excluded, rows: this.rows };
    const { eligible: count } = eligibleRows(tables, viewer, scan);
    const [rows, fits] = [this.rows.subarray(0, count), this.scores.subarray(0, count)];
    scoreRows(tables, viewer, rows, fits);
    eligible[viewer] = count;
    keepPairs(this.job, viewer, rows, fits);
    const bands = bandThresholds(fits);
    great[viewer] = bands.great;
    good[viewer] = bands.good;
  }
}
