import { cellOf, clockTime } from '@flint/contracts/week/index';
import { HOUR_MS } from '@flint/contracts/time';
import ICAL from 'ical.js';

const QUARTER_MS = HOUR_MS / 4;
/** Days of the calendar to read; two weeks show what a usual week looks like. */
const DAYS_READ = 14;
/** Occurrences to read of one repeating event since its first: a century of days, and a few seconds. */
const REPEATS_MAX = 40_000;

/** Whether an event takes no time: it was called off, or its owner marked it as free. */
const isFree = ({ component }: ICAL.Event): boolean =>
  component.getFirstPropertyValue('status') === 'CANCELLED' ||
  component.getFirstPropertyValue('transp') === 'TRANSPARENT';

/**
 * The hours of the week that are busy in a calendar file in the two weeks after `from`, on the clock of `timezone`. Events of whole days, cancelled or
 * marked as free do not count. Read in the browser only. Throws when the text is not a calendar (RFC 5545), or an event repeats too often to be read.
 */
export function busyCells(text: string, timezone: string, from: Date): Set<number> {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const until = from.getTime() + DAYS_READ * 24 * HOUR_MS;
  const busy = new Set<number>();
  const mark = (start: number, end: number) => {
    const [first, last] = [Math.max(start, from.getTime()), Math.min(end, until)];
    if (first >= last) return;
    // an hour begins with a quarter in every zone
    for (let at = first - (first % QUARTER_MS); at < last; at += QUARTER_MS) {
      const local = clockTime(timezone, at);
      busy.add(cellOf(local.getUTCDay(), local.getUTCHours()));
    }
  };
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  const named = ({ uid }: ICAL.Event, at: number) => `${at} ${uid}`;
  /** Occurrences of repeating events that are events of their own. */
  const moved = new Set(
    events
      .filter((event) => event.isRecurrenceException())
      .map((event) => named(event, event.recurrenceId.toJSDate().getTime())),
  );
  for (const event of events) {
    if (!event.startDate || event.startDate.isDate || isFree(event)) continue;
    const length = event.duration.toSeconds() * 1000;
    if (!event.isRecurring()) {
      const start = event.startDate.toJSDate().getTime();
      mark(start, start + length);
      continue;
    }
    const occurrences = event.iterator();
    for (let count = 0, next = occurrences.next(); next; next = occurrences.next()) {
      if (++count > REPEATS_MAX) throw new Error('An event repeats too often');
      const start = next.toJSDate().getTime();
      if (start > until) break;
      if (!moved.has(named(event, start))) mark(start, start + length);
    }
  }
  return busy;
}
