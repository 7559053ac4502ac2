import { GROUPS, type Mode } from './campus';
import type { Outcome } from './measure';
import type { OrderName } from './orders';

type Results = Record<Mode, Record<OrderName, readonly Outcome[]>>;

export interface Verdict {
  readonly met: boolean;
  readonly text: string;
}

const SMALL = GROUPS.slice(2).map(({ name }) => name);

/** Compares the promises of rounds with means over the seeds. */
export function judge({ even, lifelike }: Results): Verdict[] {
  const of = (outcomes: readonly Outcome[], key: Exclude<keyof Outcome, 'groups'>) =>
    outcomes.reduce((sum, outcome) => sum + outcome[key], 0) / outcomes.length;
  const verdict = (what: string, value: number, limit: number, isMost: boolean): Verdict => ({
    met: isMost ? value <= limit : value >= limit,
    text: `${what}: ${value.toFixed(3)}, ${isMost ? 'at most' : 'at least'} ${limit.toFixed(3)}`,
  });
  const most = (what: string, value: number, limit: number) => verdict(what, value, limit, true);
  const least = (what: string, value: number, limit: number) => verdict(what, value, limit, false);
  const [evenDates, scoreDates] = [of(even.rounds, 'dates'), of(even['score only'], 'dates')];
  const score = lifelike['score only'];
  const groups = SMALL.flatMap((name) => {
    const found = lifelike.rounds.flatMap(({ groups }) => groups.filter((group) => group.name === name));
    if (found.length === 0) return [];
    const attention = found.reduce((sum, group) => sum + group.attention, 0) / found.length;
    return least(`lifelike, attention of ${name}`, attention, 0.9);
  });
  return [
    most('exposure Gini', of(even.rounds, 'exposureGini'), 0.07),
    least("the worst tenth's attention", of(even.rounds, 'worstTenth'), 0.75),
    most('never a date', of(even.rounds, 'never'), 0.035),
    least('dates, of those by score only', evenDates / scoreDates, 1.03),
    most('lifelike, exposure Gini', of(lifelike.rounds, 'exposureGini'), 0.17),
    most('lifelike, never asked', of(lifelike.rounds, 'unasked'), of(score, 'unasked') / 2),
    most('lifelike, never a date', of(lifelike.rounds, 'never'), of(score, 'never') - 0.03),
    least('lifelike, dates', of(lifelike.rounds, 'dates'), of(score, 'dates')),
    ...groups,
  ];
}
