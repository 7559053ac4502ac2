import { LIMITS } from '@flint/contracts';
import type { StandingTables } from './snapshot';

/** The claim of a student new to the campus. */
const NEW = { need: 0.5, lack: 0.3 };
const LEAST_SHARE = 0.3;

const within = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value));

/** A student's need of a date, 0 to 1: it grows with the weeks, much slower after a first date. */
function needOf({ weeksPresent, dates, weeksSinceDate }: StandingTables, row: number): number {
  const weeks = weeksPresent[row]!;
  if (weeks === 0) return NEW.need;
  if (dates[row] === 0) return Math.min(1, 0.5 + weeks / 8);
  return Math.min(0.4, weeksSinceDate[row]! / 10);
}

/** Each student's claims from past weeks, by row. */
export interface Claims {
  /** Added to the score of their pairs, in standard deviations. */
  readonly lift: Float32Array;
  /** Share of attention they should get; about 1 on average. */
  readonly share: Float32Array;
}

/** The claims of students who lack a date or attention, relative to students who are not away; less those of students with offers to answer. */
export function claimsOf(standing: StandingTables): Claims {
  const { weeksPresent, attention, activity, waiting } = standing;
  const size = activity.length;
  const [lift, share] = [new Float32Array(size), new Float32Array(size)];
  let [people, needs, known, mean] = [0, 0, 0, 0];
  for (let row = 0; row < size; row++) {
    if (activity[row] === 0) continue;
    people++;
    needs += needOf(standing, row);
    if (weeksPresent[row] === 0) continue;
    known++;
    mean += attention[row]! / weeksPresent[row]!;
  }
  mean /= Math.max(1, known);
  needs /= Math.max(1, people);
  for (let row = 0; row < size; row++) {
    const weeks = weeksPresent[row]!;
    const lacking = mean > 0 ? within(-1, 1 - attention[row]! / weeks / mean, 1) : 0;
    const lack = weeks === 0 ? NEW.lack : lacking * Math.min(1, weeks / 2);
    const need = needOf(standing, row);
    const load = Math.min(1, waiting[row]! / LIMITS.unansweredOffersMany);
    lift[row] = need + lack - load;
    share[row] = Math.max(LEAST_SHARE, 1 + 0.5 * (need - needs) + 0.25 * (lack - load));
  }
  return { lift, share };
}
