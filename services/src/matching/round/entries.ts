import { instantOf, sharedStartHours, WINDOW_WORDS } from '@flint/contracts/week/hours';
import { activityCodes } from '../activities';
import { bandOf, type BandThresholds } from '../packed/bands';
import type { Tables } from '../packed/columns';
import { decode } from '../packed/decode';
import { onlySetting } from '../packed/hard-filter';
import { scoreOf } from '../packed/score';
import { reasonCodes } from '../reasons';
import { fewCode, type FewCode } from '../why-few';
import { plannerOf, type PlanPlace } from '../plans/plans';
import type { RoundFrame } from './frame';
import type { ListEntry } from './types';

const TIMES_SHOWN = 3;

/** At most three hours, on different days where there are such, soonest first. */
function shownTimes(hours: readonly number[]): number[] {
  const first = new Map<number, number>();
  for (const hour of hours) if (!first.has(Math.floor(hour / 24))) first.set(Math.floor(hour / 24), hour);
  return [...new Set([...first.values(), ...hours])].slice(0, TIMES_SHOWN).sort((a, b) => a - b);
}

interface Rows {
  readonly frame: RoundFrame;
  readonly ids: readonly string[];
  readonly accounts: readonly string[];
  readonly tables: Tables;
  readonly places: readonly PlanPlace[];
}

/** What a student's list says of each of those rows. */
export function entriesFor(
  { frame, ids, accounts, tables, places }: Rows,
  viewer: number,
  bands: BandThresholds,
): (row: number) => ListEntry {
  const mine = decode(tables, viewer);
  const { window } = tables;
  const plansFor = plannerOf(places, frame.timezone);
  return (row) => {
    const theirs = decode(tables, row);
    const hours = sharedStartHours(window, window, viewer * WINDOW_WORDS, row * WINDOW_WORDS);
    const sharedTimes = shownTimes(hours).map((hour) =>
      instantOf({ start: frame.windowStart }, hour).getTime(),
    );
    const activities = activityCodes(mine, theirs);
    return {
      id: ids[row]!,
      account: accounts[row],
      band: bandOf(scoreOf(tables, viewer, row), bands),
      reasons: reasonCodes(mine, theirs),
      sharedTimes,
      activities,
      plans: plansFor({ sharedTimes, activities }),
    };
  };
}

/** Why so few fit, from how many were lost to which of the student's own refusals alone. */
export function fewOf(eligible: number, lost: ReadonlyMap<number, number>): FewCode | null {
  const named = [...lost].flatMap(([refusals, count]) => {
    const setting = onlySetting(refusals);
    return setting ? [[setting, count] as const] : [];
  });
  return fewCode(eligible, new Map(named));
}
