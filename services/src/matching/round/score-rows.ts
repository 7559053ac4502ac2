import { countSharedStarts, WINDOW_WORDS } from '@flint/contracts/week/hours';
import { timeFactor } from '../order';
import { bandThresholds, nthLargest } from '../packed/bands';
import { FLAG, type Tables } from '../packed/columns';
import { eligibleRows } from '../packed/hard-filter';
import { scoreRows } from '../packed/engine';
import { SHOWN } from './assign';
import { ymdOf } from './frame';
import { KEPT, type Job } from './job';
import { withoutOmitted } from './omit';
import { leastOf, levelOf, levelOfRow, packPair, packRow, rowOf } from './pairs';

/** How many of a student's retained pairs are the best; the others are drawn at random. */
const BEST = 140;

/** Factor for the shared time of two rows. */
export function timeBetween({ flags, window }: Tables, a: number, b: number): number {
  if ((flags[a]! & flags[b]! & FLAG.hasWeek) === 0) return timeFactor(null);
  return timeFactor(countSharedStarts(window, window, a * WINDOW_WORDS, b * WINDOW_WORDS));
}

/** Random numbers in [0, 1) that depend only on the two seeds (mulberry32). */
function drawer(seed: number, own: number): () => number {
  let state = (Math.imul(seed ^ 0x9e3779b1, 0x85ebca6b) ^ own) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Buffer of candidates, one per thread. */
const candidates = new Float64Array(8 * BEST);

/** The best pairs of a student among rows with these scores, packed with their levels, the lowest first. */
function bestOf(tables: Tables, viewer: number, rows: Uint32Array, fits: Float64Array): Float64Array {
  let found = 0;
  let least = 0;
  for (let i = 0; i < rows.length; i++) {
    // shared time only lowers a level, so most rows need no lookup
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

/** Retains a student's pairs for the assignment: the best, and some others at random. Reorders `rows` and `fits`. */
export function retainPairs(job: Job, viewer: number, rows: Uint32Array, fits: Float64Array): void {
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

/** Returns a function that writes the pairs, bands and counts of the rows from `from` to before `to`. One per thread. */
export function rowScorer(job: Job): (from: number, to: number) => void {
  const { tables, apart, ids, great, good, eligible, omitted } = job;
  const [all, scores] = [new Uint32Array(ids.length), new Float64Array(ids.length)];
  const todayYmd = ymdOf(job.frame);
  return (from, to) => {
    for (let viewer = from; viewer < to; viewer++) {
      const excluded = new Set(apart.others.subarray(apart.starts[viewer]!, apart.starts[viewer + 1]!));
      const { eligible: fitting } = eligibleRows(tables, viewer, { todayYmd, excluded, rows: all });
      const rows = withoutOmitted(fitting, viewer, tables.idHash, omitted);
      const fits = scores.subarray(0, rows.length);
      scoreRows(tables, viewer, rows, fits);
      eligible[viewer] = rows.length;
      retainPairs(job, viewer, rows, fits);
      const bands = bandThresholds(fits);
      great[viewer] = bands.great;
      good[viewer] = bands.good;
    }
  };
}
