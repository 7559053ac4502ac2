import { randomInt } from 'node:crypto';
import { LIMITS } from '@flint/contracts';
import type { ClientSession } from 'mongoose';
import type { Deps } from '../resource';
import { journalPairs, keepApart } from '../safety/index';
import { isTaken, overlaps, readBooks, writeBooks, type Books } from './date-book';
import {
  applyStep,
  asOf,
  attemptIn,
  isAgreed,
  isPending,
  lastRound,
  peopleIn,
  userAt,
  type Thread,
} from './thread';
import { dueThreads, openThreadsOf, scheduleWithdrawal, storedThread, writeThread } from './threads';
import { doEach } from '../../infra/do-each';
import { inTransaction } from '../../infra/in-transaction';
import { queueNoticeOfStep } from './notices';
import { eraseNotesOfDate } from './your-date/date-note.model';

const MINUTE_MS = 60_000;

/** After a random time, so that the other side of such an offer does not learn when its sender agreed to a date. */
async function withdrawSentAt(deps: Deps, agreed: Thread, session: ClientSession): Promise<void> {
  const { proposedDate } = lastRound(agreed);
  const { from, to } = LIMITS.withdrawalMinutes;
  for (const userId of peopleIn(agreed))
    for (const thread of await openThreadsOf(deps, userId, session)) {
      const round = lastRound(thread);
      const isSent = isPending(round) && userAt(thread, round.by) === userId;
      if (!isSent || !overlaps(round.proposedDate, proposedDate)) continue;
      const afterMs = randomInt(from * MINUTE_MS, to * MINUTE_MS);
      const withdrawAt = new Date(deps.clock.now().getTime() + afterMs);
      if (!thread.withdrawAt) await scheduleWithdrawal(deps, thread, withdrawAt, session);
    }
}

/** Keeps the two apart after a step that left an attempt unanswered. Returns the record's id, which the caller journals after the commit. */
export async function keepAttempt(
  deps: Deps,
  thread: Thread,
  session: ClientSession,
): Promise<string | null> {
  const attempt = attemptIn(thread);
  return attempt && (await keepApart(deps, attempt, session))._id;
}

/** What follows a transaction: the journal of the pairs it wrote, and mail. The caller awaits it after the commit. */
export type AfterCommit = () => Promise<void>;

/**
 * Writes an offer after a step, and what follows from it: the date books of both, notes of a date that is off, who may ask again, the end
 * of offers that one of the two sent for the time of a new date, and what the other side is told. The caller has read the thread and the books in
 * the same transaction.
 */
export async function writeOffer(
  deps: Deps,
  thread: Thread,
  books: Books,
  session: ClientSession,
): Promise<AfterCommit> {
  await writeThread(deps, thread, session);
  await writeBooks(deps, books, thread, session);
  const { id, status, cancelledAt } = lastRound(thread);
  if (status === 'accepted' && cancelledAt) await eraseNotesOfDate(deps, id, session);
  if (isAgreed(lastRound(thread))) await withdrawSentAt(deps, thread, session);
  const pair = await keepAttempt(deps, thread, session);
  const sendNotice = await queueNoticeOfStep(deps, thread, session);
  return async () => {
    sendNotice();
    await journalPairs(deps, [pair]);
  };
}

/** Takes the step that a thread takes by itself now, if any. */
const takeDueStep = (deps: Deps, id: string): Promise<AfterCommit | null> =>
  inTransaction(deps.db, async (session) => {
    const thread = await storedThread(deps, id, session);
    if (!thread) return null;
    const now = deps.clock.now();
    const ended = asOf(thread, now);
    if (ended !== thread) {
      await writeThread(deps, { ...ended, updatedAt: now }, session);
      const pair = await keepAttempt(deps, ended, session);
      return () => journalPairs(deps, [pair]);
    }
    if (!thread.withdrawAt || thread.withdrawAt > now) return null;
    const books = await readBooks(deps, peopleIn(thread), session);
    const { id: offerId, by, proposedDate } = lastRound(thread);
    const sender = userAt(thread, by);
    // the date may be off by now
    if (!sender || !isTaken(books.get(sender), proposedDate)) {
      await scheduleWithdrawal(deps, thread, null, session);
      return null;
    }
    const withdrawn = applyStep(thread, offerId, { kind: 'withdraw' }, { by, now })!;
    return writeOffer(deps, withdrawn, books, session);
  });

/** Completes dates that are over, ends offers that nobody answered in time, and withdraws those whose sender has a date then. */
export async function takeDueSteps(deps: Deps): Promise<void> {
  await doEach(await dueThreads(deps), async (id) => (await takeDueStep(deps, id))?.());
}
