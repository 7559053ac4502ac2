import { bandThresholds } from '../packed/bands';
import type { PlanPlace } from '../plans/plans';
import { eligibleRows } from '../packed/hard-filter';
import { scoreRows } from '../packed/engine';
import { tieBreak, unreliability } from '../order';
import { SHOWN, WIDTH } from './assign';
import { fewCode } from '../why-few';
import { entriesFor } from './entries';
import { ymdOf } from './frame';
import { NOTHING_OMITTED, withoutOmitted, type Omitted } from './omit';
import { timeBetween } from './score-rows';
import type { Snapshot } from './snapshot';
import { claimsOf } from './standing';
import type { MadeList } from './types';

const NOWHERE: readonly PlanPlace[] = [];

interface Options {
  /** People who must not be on it. */
  readonly apart: ReadonlySet<string>;
  /** If given, only these may be on it. */
  readonly among?: ReadonlySet<string>;
  readonly places?: readonly PlanPlace[];
  /** Those of the round. */
  readonly omitted?: Omitted;
}

/** Standard deviation of scores, by which need is weighted. */
function deviation(scores: Float64Array): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const square = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length);
  return Math.sqrt(square);
}

/**
 * The list of one student outside the round, who joined during the day or was away. One way: no other list changes. Prefers students who
 * lack attention, as the round does. Empty for a student outside the snapshot. Deterministic.
 */
export function makeListFor(
  snapshot: Snapshot,
  id: string,
  { apart, among, places = NOWHERE, omitted = NOTHING_OMITTED }: Options,
): MadeList {
  const viewer = snapshot.rowOf(id);
  if (viewer < 0) return { id, shown: [], reserve: [], few: null };
  const { tables, size, ids, standing, frame, accounts } = snapshot;
  const todayYmd = ymdOf(frame);
  const excluded = new Set([...apart].map((other) => snapshot.rowOf(other)));
  const { eligible: fitting, lost } = eligibleRows(tables, viewer, {
    todayYmd,
    excluded,
    rows: new Uint32Array(size),
  });
  const eligible = withoutOmitted(fitting, viewer, tables.idHash, omitted);
  const scores = new Float64Array(eligible.length);
  scoreRows(tables, viewer, eligible, scores);
  const step = deviation(scores);
  const { lift } = claimsOf(standing);
  const ranked = Array.from(scores, (fit, i) => {
    const row = eligible[i]!;
    const tie = tieBreak(todayYmd, tables.idHash[viewer]!, tables.idHash[row]!);
    return {
      row,
      order:
        fit * timeBetween(tables, viewer, row) +
        step * lift[row]! -
        unreliability(tables.missedDates[row]!) +
        tie,
    };
  })
    .filter(({ row }) => !among || among.has(ids[row]!))
    .sort((a, b) => b.order - a.order || a.row - b.row)
    .slice(0, WIDTH);
  const rows = Uint32Array.from(ranked, ({ row }) => row);
  const campus = { frame, ids, accounts, tables, places };
  const entries = entriesFor(campus, viewer, bandThresholds(scores), rows);
  return {
    id,
    shown: entries.slice(0, SHOWN),
    reserve: entries.slice(SHOWN),
    few: fewCode(eligible.length, lost, [tables.ageMin[viewer]!, tables.ageMax[viewer]!]),
  };
}
