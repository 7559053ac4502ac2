import { HOUR_MS } from '@flint/contracts/time';
import { Temporal } from 'temporal-polyfill';
import { expiryOf, isAgreed, isPending, lastRound, type Thread } from './thread';

/** Below this lifetime, an offer gets no reminder. */
const NUDGE_FROM_MS = 12 * HOUR_MS;

interface Due {
  readonly what: 'waits' | 'tomorrow' | 'soon';
  readonly at: Date;
}

/**
 * The reminders of a thread, in order: of an unanswered offer at half its life; of an agreed date on the calendar day before at the same hour,
 * university time, and two hours before. Not 24 hours before, which can be another day when clocks change.
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
  const life = expiryOf(round).getTime() - sentAt;
  return isPending(round) && life >= NUDGE_FROM_MS
    ? [{ what: 'waits', at: new Date(sentAt + life / 2) }]
    : [];
}

/** When a thread is due for a reminder after an instant. */
export const nextReminderAt = (thread: Thread, after: Date, timeZone: string): Date | null =>
  remindersIn(thread, timeZone).find(({ at }) => at > after)?.at ?? null;

/** The reminder that was due at an instant; null if none has been yet, because an older version counted 24 hours for the day before. */
export const reminderAt = (thread: Thread, dueAt: Date, timeZone: string): Due['what'] | null =>
  remindersIn(thread, timeZone).findLast(({ at }) => at <= dueAt)?.what ?? null;
