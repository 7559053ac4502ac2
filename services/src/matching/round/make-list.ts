import { bandThresholds } from '../packed/bands';
import type { PlanPlace } from '../plans/plans';
import { eligibleRows } from '../packed/hard-filter';
import { scoreRows } from '../packed/score';
import { tieBreak, unreliability } from '../order';
import { SHOWN, WIDTH } from './assign';
import { entriesFor, fewOf } from './entries';
import { ymdOf } from './frame';
import { timeBetween } from './score-rows';
import type { Snapshot } from './snapshot';
import { claimsOf } from './standing';
import type { MadeList } from './types';

const NOWHERE: readonly PlanPlace[] = [];

interface Options {
  /** Who must not be on it. */
  readonly apart: ReadonlySet<string>;
  /** Only these may be on it; everybody when left out. */
  readonly among?: ReadonlySet<string>;
  /** Where plans may lead. */
  readonly places?: readonly PlanPlace[];
}

/** How much of a deviation of scores what somebody lacks counts for. */
function deviation(scores: Float64Array): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const square = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length);
  return Math.sqrt(square);
}

/**
 * The list of one student outside the round: of somebody who joined during the day, or was away. One way: nobody else's list changes.
 * Puts forward who lacks attention, as the round does. Empty for who is not in the snapshot. Always the same for the same arguments.
 */
export function makeListFor(
  snapshot: Snapshot,
  id: string,
  { apart, among, places = NOWHERE }: Options,
): MadeList {
  const viewer = snapshot.rowOf(id);
  if (viewer < 0) return { id, shown: [], reserve: [], few: null };
  const { tables, size, ids, standing, frame, accounts } = snapshot;
  const listed = { frame, ids, accounts, tables };
  const todayYmd = ymdOf(snapshot.frame);
  const excluded = new Set([...apart].map((other) => snapshot.rowOf(other)));
  const rows = new Uint32Array(size);
  const { eligible, lost } = eligibleRows(tables, viewer, { todayYmd, size, excluded, rows });
  const scores = new Float64Array(eligible);
  scoreRows(tables, viewer, rows.subarray(0, eligible), scores);
  const step = deviation(scores);
  const { lift } = claimsOf(standing);
  const ranked = Array.from(scores, (fit, i) => {
    const row = rows[i]!;
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
  const entry = entriesFor({ ...listed, places }, viewer, bandThresholds(scores));
  const entries = ranked.map(({ row }) => entry(row));
  return { id, shown: entries.slice(0, SHOWN), reserve: entries.slice(SHOWN), few: fewOf(eligible, lost) };
}
