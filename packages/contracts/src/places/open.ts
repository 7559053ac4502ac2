import { clockTime } from '../week/zone';
import { PLACE_KINDS, type PlaceKind } from './kinds';

/** Minutes from midnight; `to` beyond 1440 is on the next day. */
export interface OpenRange {
  readonly from: number;
  readonly to: number;
}

export interface OpeningHours {
  /** Seven days, Sunday first. */
  readonly week: readonly (readonly OpenRange[])[];
  /** Days with special hours, as year * 10000 + month * 100 + day. */
  readonly exceptions: readonly { readonly day: number; readonly ranges: readonly OpenRange[] }[];
}

const DAY = 1440;

/** Local date and time. */
export interface LocalTime {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Sunday is 0. */
  readonly weekday: number;
  /** Since midnight. */
  readonly minutes: number;
}

export function localTime(at: number, timezone: string): LocalTime {
  const clock = clockTime(timezone, at);
  return {
    date: clock.toISOString().slice(0, 10),
    weekday: clock.getUTCDay(),
    minutes: clock.getUTCHours() * 60 + clock.getUTCMinutes(),
  };
}

/** A calendar day as one number. */
export const dayNumber = (date: string): number => Number(date.replaceAll('-', ''));

const shifted = (date: string, days: number) =>
  dayNumber(new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10));

function rangesOn({ week, exceptions }: OpeningHours, { date, weekday }: LocalTime, shift: number) {
  const day = shifted(date, shift);
  return exceptions.find((each) => each.day === day)?.ranges ?? week[(weekday + shift + 7) % 7] ?? [];
}

/** Minutes until a place closes after a local time, at most until the end of the next day; 0 if it is closed. */
export function minutesOpen(hours: OpeningHours, at: LocalTime): number {
  const ranges = [-1, 0, 1].flatMap((shift) =>
    rangesOn(hours, at, shift).map(({ from, to }) => ({ from: from + shift * DAY, to: to + shift * DAY })),
  );
  let end = at.minutes;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from <= end && to > end) end = to;
  }
  return end - at.minutes;
}

/** A date needs at least this many minutes. */
export const STAY_MINUTES = 60;

/** Whether the place is open then and for an hour more. */
export const isOpenFor = (hours: OpeningHours, at: LocalTime): boolean =>
  minutesOpen(hours, at) >= STAY_MINUTES;

/** Whether a first date at a place of this kind makes sense at that time of day: no cinema at nine, no bar in the morning. */
export function suitsHour(kind: PlaceKind, { minutes }: LocalTime): boolean {
  const { from, to } = PLACE_KINDS[kind];
  return minutes >= from * 60 && minutes <= to * 60;
}

/** The text of a place in an offer. */
export const placeText = ({ name, address }: { readonly name: string; readonly address: string }): string =>
  `${name}, ${address}`;
