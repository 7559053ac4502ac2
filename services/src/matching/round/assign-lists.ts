import { unreliability } from '../order';
import { Assignment, WIDTH } from './assign';
import { KEPT, type Job } from './job';
import { LEVELS, levelOf, levelOfPair, packRow, partnerOf, rowOf, sortUnique } from './pairs';
import { claimsOf } from './standing';

/** Approximate number of pairs sampled for mean and deviation. */
const SAMPLE = 100_000;
const LEAST_STEP = LEVELS / 1000;

/** The pairs of both sides, each once, without students who are away. */
function unionOf({ pairs, counts, standing: { activity } }: Job): Float64Array {
  let [total, at] = [0, 0];
  for (let row = 0; row < counts.length; row++) if (activity[row]! > 0) total += counts[row]!;
  const union = new Float64Array(total);
  for (let row = 0; row < counts.length; row++) {
    if (activity[row] === 0) continue;
    union.set(pairs.subarray(row * KEPT, row * KEPT + counts[row]!), at);
    at += counts[row]!;
  }
  return union.subarray(0, sortUnique(union));
}

function spreadOf(pairs: Float64Array): { readonly mean: number; readonly step: number } {
  let [sum, squares, seen] = [0, 0, 0];
  for (let k = 0; k < pairs.length; k += 1 + Math.floor(pairs.length / SAMPLE)) {
    const level = levelOfPair(pairs[k]!);
    sum += level;
    squares += level * level;
    seen++;
  }
  const mean = seen === 0 ? levelOf(0.5) : sum / seen;
  const variance = seen === 0 ? 0 : squares / seen - mean * mean;
  return { mean, step: Math.max(LEAST_STEP, Math.sqrt(Math.max(0, variance))) };
}

/** Gives students who are away the best of their own pairs, one way, so that an unread list uses no attention. */
function fillAway({ pairs, counts, lists, standing: { activity } }: Job, lift: Int32Array): void {
  for (let row = 0; row < counts.length; row++) {
    if (activity[row]! > 0) continue;
    const own = pairs.slice(row * KEPT, row * KEPT + counts[row]!);
    const other = (pair: number) => partnerOf(pair, row);
    const best = Float64Array.from(own, (pair) =>
      packRow(levelOfPair(pair) + lift[other(pair)]!, other(pair)),
    );
    best
      .sort()
      .reverse()
      .subarray(0, WIDTH)
      .forEach((each, place) => (lists[row * WIDTH + place] = rowOf(each)));
  }
}

/** Makes all lists of a job with scored rows. Returns the number of candidate pairs. */
export function assignLists(job: Job): number {
  const { standing, tables, twentieth, lists, load } = job;
  const size = job.ids.length;
  const pairs = unionOf(job);
  const { mean, step } = spreadOf(pairs);
  const claims = claimsOf(standing);
  const lift = new Int32Array(size);
  const present = new Uint8Array(size);
  for (let row = 0; row < size; row++) {
    present[row] = standing.activity[row]! > 0 ? 1 : 0;
    const usual = 0.5 * (twentieth[row]! - mean);
    const missed = unreliability(tables.missedDates[row]!) * LEVELS;
    lift[row] = Math.round(step * claims.lift[row]! - usual - missed);
  }
  const plan = { size, pairs, lift, present, activity: standing.activity, share: claims.share, step };
  const made = new Assignment(plan).run();
  lists.set(made.lists);
  load.set(made.load);
  fillAway(job, lift);
  return pairs.length;
}
