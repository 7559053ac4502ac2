import { hourWindow } from '@flint/contracts/week/hours';
import { Temporal } from 'temporal-polyfill';

/** The day of a round; all its rows are packed for that day. */
export interface RoundFrame {
  /** Calendar date on the university's clock, YYYY-MM-DD. */
  readonly day: string;
  /** IANA time zone of the university. */
  readonly timezone: string;
  /** First hour in which shared time counts, in epoch milliseconds. */
  readonly windowStart: number;
}

/** The frame of a round that begins at that time. */
export function frameOf(now: Date, timezone: string): RoundFrame {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  return { day: here.toPlainDate().toString(), timezone, windowStart: hourWindow(now, timezone).start };
}

/** The day as year * 10000 + month * 100 + day. */
export const ymdOf = ({ day }: RoundFrame): number => Number(day.replaceAll('-', ''));
