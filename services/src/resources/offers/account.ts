import type { Deps } from '../resource';
import { inTransaction } from '../../infra/in-transaction';
import { hasCut, keepApart, leftNow, marksEver } from '../safety/index';
import { readBooks, writeBooks } from './date-book';
import { mailChoices } from './mail-choice.model';
import { againDates, eraseMeetings } from './meetings';
import { toOffer } from './offers.serializer';
import { offerPartners } from './partners';
import { GONE } from './round-fields';
import { leaveOutUnseen } from './shown-threads';
import {
  applyStep,
  endingBy,
  asOf,
  hasBegun,
  isAgreed,
  isOpen,
  lastRound,
  peopleIn,
  otherSide,
  sideOf,
  userAt,
  type Side,
  NO_PLACE,
  type Thread,
} from './thread';
import { threads } from './thread.model';
import { everyThreadOf, storedThread, writeThread } from './threads';
import { viewerOf } from './viewer';
import { keepAttempt, writeOffer } from './write-offer';
import { exportDateNotes, eraseOwnNotes } from './your-date/your-date';

/**
 * A student's offers for the export, as the student sees them, with the own notes about a date. An offer of somebody whom the student had blocked
 * reached nobody.
 */
export async function exportOffers(deps: Deps, userId: string): Promise<unknown> {
  const own = await leaveOutUnseen(deps, userId, await everyThreadOf(deps, userId));
  const shown = own.flatMap((thread) => thread.rounds.map((round) => ({ thread, round })));
  const [viewer, notes] = await Promise.all([
    viewerOf(deps, { userId }, shown),
    exportDateNotes(deps, userId),
  ]);
  return shown.map(({ thread, round }) => ({
    direction: round.by === sideOf(thread, userId) ? 'sent' : 'received',
    // not what the other student said about a date
    ...toOffer(thread, round, { ...viewer, told: new Map() }),
    date: notes.get(round.id) ?? null,
  }));
}

/** The thread without one side's identity and texts; the other side keeps time and activity. */
function without(thread: Thread, side: Side): Thread {
  // a counter-offer inherits the place of the previous offer
  const written = new Set(thread.rounds.filter(({ by }) => by === side).map(({ location }) => location));
  return {
    ...thread,
    ...(side === 'initiator' ? { initiatorId: null } : { inviteeId: null }),
    rounds: thread.rounds.map((round) => ({
      ...round,
      ...GONE[round.by === side ? 'sender' : 'recipient'],
      ...(written.has(round.location) && { location: NO_PLACE, placeId: null }),
    })),
  };
}

/** An open thread that ends because this side leaves. A date that has begun is not called off: the other can report what happened. */
function endedBy(thread: Thread, side: Side, now: Date): Thread {
  const { id, proposedDate } = lastRound(thread);
  const isUnderWay = isAgreed(lastRound(thread)) && proposedDate <= now;
  return isUnderWay
    ? applyStep(thread, id, { kind: 'complete' }, { by: 'system', now })!
    : applyStep(thread, id, endingBy(thread, side), { by: side, now })!;
}

/**
 * Ends a thread if it is open, and removes the student from it and its date from both books. A thread that nobody else sees is deleted: without
 * the student's id, nothing would hide it from somebody who blocked the student. `over` has the offers of last dates that not both want to
 * repeat: those two stay apart after a return, too.
 */
const leave = (deps: Deps, threadId: string, userId: string, over: ReadonlySet<string>): Promise<void> =>
  inTransaction(deps.db, async (session) => {
    const stored = await storedThread(deps, threadId, session);
    const side = stored && sideOf(stored, userId);
    if (!stored || !side) return;
    // safety has erased the mark of the account by then
    const marks = await marksEver(deps, peopleIn(stored));
    const books = await readBooks(deps, marks, session);
    const other = userAt(stored, otherSide(side));
    const isSeen = other !== null && !(await hasCut(deps, other, userId, session));
    const now = deps.clock.now();
    const thread = asOf(stored, now);
    const ended = isOpen(thread) ? endedBy(thread, side, now) : thread;
    const round = lastRound(ended);
    const isLastDate = isOpen(thread) ? round.status === 'completed' : over.has(round.id);
    if (isLastDate && other) await keepApart(deps, { by: userId, about: other, reason: 'met' }, session);
    const isReportable = hasBegun(round) && round.by === side && marks.has(userId);
    const next = { ...without(ended, side), ...(isReportable && { left: leftNow(deps, userId) }) };
    if (isOpen(stored)) {
      // the attempt outlives the account
      await keepAttempt(deps, ended, session);
      await writeOffer(deps, next, books, session);
    } else {
      await writeThread(deps, next, session);
      await writeBooks(deps, books, next, session);
    }
    if (!isSeen) await threads(deps.db).deleteOne({ _id: threadId }, { session });
  });

/** Removes a student from all offers: open ones end, the others say 'deleted student'. The day's count stays. Idempotent. */
export async function eraseFromOffers(deps: Deps, userId: string): Promise<void> {
  const [{ lastDates }, again] = await Promise.all([offerPartners(deps, userId), againDates(deps, userId)]);
  const over = new Set([...lastDates.values()].filter((id) => !again.has(id)));
  // the oldest first: one that is interrupted still finds the last dates
  for (const { id } of (await everyThreadOf(deps, userId)).toReversed()) await leave(deps, id, userId, over);
  await eraseMeetings(deps, userId);
  await eraseOwnNotes(deps, userId);
  await mailChoices(deps.db).deleteOne({ _id: userId });
}
