import { localTime } from '@flint/contracts/places/open';
import { instantOf, sharedStartHours, WINDOW_HOURS, WINDOW_WORDS } from '@flint/contracts/week/hours';
import { bandOf, type BandThresholds } from '../packed/bands';
import type { Tables } from '../packed/columns';
import { decode, scoreRows, spokenBy } from '../packed/engine';
import { activitiesWith } from '../rules/activities';
import { reasonCodes } from '../rules/reasons';
import { plannerOf, type PlanPlace } from '../plans/plans';
import type { RoundFrame } from './frame';
import type { ListEntry } from './types';

const TIMES_SHOWN = 3;

/** Hours of the day for first dates, on the university's clock. */
const DAYTIME = [9, 21] as const;
const daytimes = new WeakMap<RoundFrame, readonly boolean[]>();

/** Whether each hour of the round's window is within those hours. */
function daytimeOf(frame: RoundFrame): readonly boolean[] {
  let found = daytimes.get(frame);
  if (!found) {
    found = Array.from({ length: WINDOW_HOURS }, (_, hour) => {
      const at = instantOf({ start: frame.windowStart }, hour).getTime();
      const { minutes } = localTime(at, frame.timezone);
      return minutes >= DAYTIME[0] * 60 && minutes <= DAYTIME[1] * 60;
    });
    daytimes.set(frame, found);
  }
  return found;
}

/** At most three hours, on different days and by day if possible, soonest first. */
function shownTimes(hours: readonly number[], isDay: readonly boolean[]): number[] {
  const byDay = [...hours.filter((hour) => isDay[hour]), ...hours.filter((hour) => !isDay[hour])];
  const first = new Map<number, number>();
  for (const hour of byDay) if (!first.has(Math.floor(hour / 24))) first.set(Math.floor(hour / 24), hour);
  const ofDays = [...first.values()].sort((a, b) => Number(isDay[b]) - Number(isDay[a]) || a - b);
  return [...new Set([...ofDays, ...byDay])].slice(0, TIMES_SHOWN).sort((a, b) => a - b);
}

interface Rows {
  readonly frame: RoundFrame;
  readonly ids: readonly string[];
  readonly accounts: readonly string[];
  readonly tables: Tables;
  readonly places: readonly PlanPlace[];
}

/** The entries of a student's list for these rows. */
export function entriesFor(
  { frame, ids, accounts, tables, places }: Rows,
  viewer: number,
  bands: BandThresholds,
  rows: Uint32Array,
): ListEntry[] {
  const mine = decode(tables, viewer);
  const scores = new Float64Array(rows.length);
  scoreRows(tables, viewer, rows, scores);
  const spoken = spokenBy(tables, viewer, rows);
  const activitiesFor = activitiesWith(mine);
  const { window } = tables;
  const isDay = daytimeOf(frame);
  const plansFor = plannerOf(places, frame.timezone);
  return Array.from(rows, (row, i) => {
    const theirs = decode(tables, row);
    const hours = sharedStartHours(window, window, viewer * WINDOW_WORDS, row * WINDOW_WORDS);
    const sharedTimes = shownTimes(hours, isDay).map((hour) =>
      instantOf({ start: frame.windowStart }, hour).getTime(),
    );
    const activities = activitiesFor(theirs);
    return {
      id: ids[row]!,
      account: accounts[row],
      band: bandOf(scores[i]!, bands),
      reasons: reasonCodes(mine, theirs, (at) => spoken[at]![i]!),
      sharedTimes,
      activities,
      plans: plansFor({ sharedTimes, activities }),
    };
  });
}
