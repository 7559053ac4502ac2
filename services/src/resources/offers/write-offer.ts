import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { LIMITS } from '@flint/contracts';
import { MINUTE_MS } from '@flint/contracts/time';
import type { ClientSession } from 'mongoose';
import type { Deps } from '../resource';
import { keepApart } from '../safety/index';
import { isTaken, overlaps, writeBooks, type Books } from './date-book';
import { asOf, attemptIn, isAgreed, isPending, lastRound, peopleIn, userAt, type Thread } from './thread';
import { dueThreads, openThreadsOf, scheduleWithdrawal, storedThread, writeThread } from './threads';
import { doEach } from '../../infra/do-each';
import { afterCommit, inTransaction } from '../../infra/in-transaction';
import { queueNoticeOfStep } from './notices';
import { eraseNotesOfDate } from './your-date/date-note.model';

/** Withdrawals due within this time are waited for: longer than the interval of that work. */
const SOON_MS = 2_000;

/**
 * Schedules the withdrawal of offers that one of the two sent for the time of a new date, after a random time, so that the other side does not learn
 * when the sender agreed to a date. If the date is off again, the schedule ends, unless the sender has another date then.
 */
async function scheduleWithdrawals(
  deps: Deps,
  date: Thread,
  books: Books,
  session: ClientSession,
): Promise<void> {
  const { id: dateId, proposedDate } = lastRound(date);
  const { from, to } = LIMITS.withdrawalMinutes;
  for (const userId of peopleIn(date))
    for (const thread of await openThreadsOf(deps, userId, session)) {
      const round = lastRound(thread);
      const isSent = isPending(round) && userAt(thread, round.by) === userId;
      if (!isSent || !overlaps(round.proposedDate, proposedDate)) continue;
      const hasDate = isAgreed(lastRound(date)) || isTaken(books.get(userId), round.proposedDate, dateId);
      if (hasDate === Boolean(thread.withdrawAt)) continue;
      const afterMs = randomInt(from * MINUTE_MS, to * MINUTE_MS);
      const withdrawAt = hasDate ? new Date(deps.clock.now().getTime() + afterMs) : null;
      await scheduleWithdrawal(deps, thread, withdrawAt, session);
    }
}

/** Keeps the two apart after a step that left an attempt unanswered. */
export async function keepAttempt(deps: Deps, thread: Thread, session: ClientSession): Promise<void> {
  const attempt = attemptIn(thread);
  if (attempt) await keepApart(deps, attempt, session);
}

/**
 * Writes an offer after a step, and what follows from it: the date books of both, notes of a date that is off, who may ask again, the end
 * of offers that one of the two sent for the time of a new date, and the notice to the other side. The caller has read the thread and the books in
 * the same transaction.
 */
export async function writeOffer(
  deps: Deps,
  thread: Thread,
  books: Books,
  session: ClientSession,
): Promise<void> {
  await writeThread(deps, thread, session);
  await writeBooks(deps, books, thread, session);
  const { id, status, cancelledAt } = lastRound(thread);
  if (status === 'accepted' && cancelledAt) await eraseNotesOfDate(deps, id, session);
  if (status === 'accepted') await scheduleWithdrawals(deps, thread, books, session);
  await keepAttempt(deps, thread, session);
  const sendNotice = await queueNoticeOfStep(deps, thread, session);
  afterCommit(session, async () => sendNotice());
}

/** Takes the step that a thread takes by itself now; resolves to whether there is one. */
const takeDueStep = (deps: Deps, id: string): Promise<boolean> =>
  inTransaction(deps.db, async (session) => {
    const thread = await storedThread(deps, id, session);
    if (!thread) return false;
    const now = deps.clock.now();
    const ended = asOf(thread, now);
    if (ended === thread) return false;
    await writeThread(deps, { ...ended, updatedAt: now }, session);
    await keepAttempt(deps, ended, session);
    return true;
  });

/** Completes dates that are over, ends offers that nobody answered in time, and withdraws those whose sender has a date then. */
export async function takeDueSteps(deps: Deps): Promise<void> {
  await doEach(await dueThreads(deps), ({ _id }) => takeDueStep(deps, _id));
}

/**
 * Withdraws each offer that is due soon at its instant, as its sender would. An open page hears of a withdrawal when it is written: on the minute, that
 * would tell it from one by hand.
 */
export async function withdrawInTime(deps: Deps): Promise<void> {
  for (;;) {
    const soon = await dueThreads(deps, { withinMs: SOON_MS });
    const withdrawals = soon
      .filter(({ withdrawAt }) => withdrawAt)
      .map(async ({ _id, endsAt }) => {
        // a timer may be a millisecond early
        await setTimeout(Math.max(0, endsAt!.getTime() - deps.clock.now().getTime() + 1));
        return takeDueStep(deps, _id);
      });
    // others have become due while these were waited for
    if (!(await Promise.all(withdrawals)).includes(true)) return;
  }
}
