import { createRandom } from '../seed/random';
import { attentionAt } from '../src/matching/round/assign';
import { gini } from '../src/matching/round/gini';
import { fitOf, GROUPS } from './campus';
import { acceptance, type History } from './market';

/** Who was there for fewer weeks is not judged by them. */
const LEAST_WEEKS = 3;
const LEAST_GROUP = 10;
/** Students asked whether they envy their peers. */
const ASKED = 60;

export interface GroupFigures {
  readonly name: string;
  readonly people: number;
  readonly never: number;
  /** Of the mean. */
  readonly attention: number;
  readonly datesPerWeek: number;
}

export interface Outcome {
  /** Share of students who may meet somebody at all. */
  readonly withCandidate: number;
  readonly exposureGini: number;
  readonly attentionGini: number;
  /** Attention of the worst tenth, of the mean. */
  readonly worstTenth: number;
  /** Share of peers whose place on others' lists would have been worth a quarter more to a student than the own. */
  readonly envy: number;
  readonly unasked: number;
  readonly never: number;
  readonly dates: number;
  readonly joinersNever: number;
  readonly groups: readonly GroupFigures[];
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function envyOf({ campus, looks, weeksPresent }: History, counted: readonly number[]): number {
  const random = createRandom(99);
  const shares: number[] = [];
  for (let asked = 0; asked < ASKED; asked++) {
    const me = random.pick(counted);
    const worth = new Float64Array(campus.size);
    for (const viewer of campus.partners[me]!.rows) worth[viewer] = acceptance(fitOf(campus, me, viewer));
    const value = new Float64Array(campus.size);
    for (const { viewer, shown, place } of looks) value[shown]! += attentionAt(place) * worth[viewer]!;
    const peers = counted.filter((other) => other !== me && campus.group[other] === campus.group[me]);
    const own = value[me]! / weeksPresent[me]!;
    const envied = peers.filter((other) => value[other]! / weeksPresent[other]! > 1.25 * own);
    shares.push(envied.length / Math.max(1, peers.length));
  }
  return mean(shares);
}

export function measure(history: History): Outcome {
  const { campus, weeksPresent, times, attention, offers, dates, joined, totalDates } = history;
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
    withCandidate: mean(campus.partners.map(({ rows }) => Number(rows.length > 0))),
    exposureGini: gini(per(times)),
    attentionGini: gini(weekly),
    worstTenth: mean(weekly.slice(0, Math.floor(weekly.length / 10))) / all,
    envy: envyOf(history, counted),
    unasked: mean(counted.map((row) => Number(offers[row] === 0))),
    never: neverOf(counted),
    dates: totalDates,
    joinersNever: neverOf(counted.filter((row) => joined[row]! > 0)),
    groups,
  };
}
