import { HOUR_MS } from '@flint/contracts/time';
import { Temporal } from 'temporal-polyfill';
import { expiryOf, isAgreed, isPending, lastRound, type Thread } from './thread';

/** Below this lifetime, an offer gets no reminder. */
const NUDGE_FROM_MS = 12 * HOUR_MS;

interface Due {
  readonly what: 'waits' | 'tomorrow' | 'soon';
  readonly at: Date;
}

/** The reminder of an offer is sent between these hours, university time, and in the morning only if there is this time for an answer. */
const [MORNING, EVENING] = [8, 22];
const TO_ANSWER_MS = 3 * HOUR_MS;

/** An instant, or that of the morning after if it is in the night; of the evening before if the offer ends too early in the morning. */
function byDay(at: number, endsAt: number, timeZone: string): number {
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  if (time.hour >= MORNING && time.hour < EVENING) return at;
  const evening = time.toPlainDate().subtract({ days: time.hour < MORNING ? 1 : 0 });
  const hourOf = (day: Temporal.PlainDate, hour: number) =>
    day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
  const morning = hourOf(evening.add({ days: 1 }), MORNING);
  return endsAt - morning >= TO_ANSWER_MS ? morning : hourOf(evening, EVENING);
}

/**
 * The reminders of a thread, in order: of an unanswered offer at half its life, but not by night; of an agreed date on the calendar day before at the
 * same hour, university time, and two hours before. Not 24 hours before, which can be another day when clocks change.
 */
function remindersIn(thread: Thread, timeZone: string): Due[] {
  const round = lastRound(thread);
  const [sentAt, at] = [round.createdAt.getTime(), round.proposedDate.getTime()];
  if (isAgreed(round)) {
    const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    return [
      { what: 'tomorrow', at: new Date(start.subtract({ days: 1 }).epochMilliseconds) },
      { what: 'soon', at: new Date(at - 2 * HOUR_MS) },
    ];
  }
  const endsAt = expiryOf(round).getTime();
  if (!isPending(round) || endsAt - sentAt < NUDGE_FROM_MS) return [];
  const waits = byDay(Math.floor((sentAt + endsAt) / 2), endsAt, timeZone);
  return waits > sentAt ? [{ what: 'waits', at: new Date(waits) }] : [];
}

/** When a thread is due for a reminder after an instant. */
export const nextReminderAt = (thread: Thread, after: Date, timeZone: string): Date | null =>
  remindersIn(thread, timeZone).find(({ at }) => at > after)?.at ?? null;

/** The reminder that was due at an instant; null if none has been yet, because an older version counted 24 hours for the day before. */
export const reminderAt = (thread: Thread, dueAt: Date, timeZone: string): Due['what'] | null =>
  remindersIn(thread, timeZone).findLast(({ at }) => at <= dueAt)?.what ?? null;
