import { gini } from '../src/matching/round/gini';
import { GROUPS } from './campus';
import type { History } from './market';

/** Students present for fewer weeks are not measured. */
const LEAST_WEEKS = 3;
const LEAST_GROUP = 10;

export interface GroupFigures {
  readonly name: string;
  readonly people: number;
  readonly never: number;
  /** Relative to the mean. */
  readonly attention: number;
  readonly datesPerWeek: number;
}

export interface Outcome {
  readonly exposureGini: number;
  /** Attention of the worst tenth, relative to the mean. */
  readonly worstTenth: number;
  readonly unasked: number;
  readonly never: number;
  readonly dates: number;
  readonly groups: readonly GroupFigures[];
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export function measure(history: History): Outcome {
  const { campus, weeksPresent, times, attention, offers, dates, totalDates } = history;
  const counted = Array.from({ length: campus.size }, (_, row) => row).filter(
    (row) => weeksPresent[row]! >= LEAST_WEEKS,
  );
  const per = (of: ArrayLike<number>, rows = counted) => rows.map((row) => of[row]! / weeksPresent[row]!);
  const neverOf = (rows: readonly number[]) => mean(rows.map((row) => Number(dates[row] === 0)));
  const weekly = per(attention).sort((a, b) => a - b);
  const all = mean(weekly);
  const groups = GROUPS.flatMap(({ name }, group): GroupFigures[] => {
    const rows = counted.filter((row) => campus.group[row] === group);
    if (rows.length < LEAST_GROUP) return [];
    return [
      {
        name,
        people: rows.length,
        never: neverOf(rows),
        attention: mean(per(attention, rows)) / all,
        datesPerWeek: mean(per(dates, rows)),
      },
    ];
  });
  return {
    exposureGini: gini(per(times)),
    worstTenth: mean(weekly.slice(0, Math.floor(weekly.length / 10))) / all,
    unasked: mean(counted.map((row) => Number(offers[row] === 0))),
    never: neverOf(counted),
    dates: totalDates,
    groups,
  };
}
