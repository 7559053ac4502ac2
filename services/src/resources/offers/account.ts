import type { Deps } from '../resource';
import { inTransaction } from '../../infra/in-transaction';
import { readBooks } from './date-book';
import { dateBooks } from './date-book.model';
import { mailChoices } from './mail-choice.model';
import { eraseMeetings, meetingsOf } from './meetings';
import { noticeOfEnd } from './notices';
import {
  applyStep,
  endingBy,
  isAgreed,
  isOpen,
  lastRound,
  peopleIn,
  sideOf,
  type Side,
  type Thread,
} from './thread';
import { threads } from './thread.model';
import { findThread, threadsOf } from './threads';
import { writeOffer } from './write-offer';
import { exportDateNotes, eraseOwnNotes } from './your-date/your-date';

/** A student's offers for the export: what they wrote and what was proposed to them. */
export async function exportOffers(deps: Deps, userId: string): Promise<unknown> {
  const own = await threadsOf(deps, userId, { limit: 10_000 });
  const said = await meetingsOf(deps, userId);
  const told = await exportDateNotes(deps, userId);
  return own.map((thread) => ({
    id: thread.id,
    offers: thread.rounds.map(({ by, message, reply, ...round }) => {
      const sent = by === sideOf(thread, userId);
      const meeting = said.get(round.id) ?? null;
      const date = told.get(round.id) ?? null;
      return { direction: sent ? 'sent' : 'received', ...round, message, reply, meeting, date };
    }),
    history: thread.history,
  }));
}

/** Replaces a place written by a deleted student. */
const NO_PLACE = '–';

/** The thread without one side's identity and texts; the other side keeps time and activity. */
function without(thread: Thread, side: Side): Thread {
  // a counter-offer inherits the place of the previous offer
  const written = new Set(thread.rounds.filter(({ by }) => by === side).map(({ location }) => location));
  return {
    ...thread,
    ...(side === 'initiator' ? { initiatorId: null } : { inviteeId: null }),
    rounds: thread.rounds.map((round) => ({
      ...round,
      ...(round.by === side ? { message: null } : { reply: null }),
      ...(written.has(round.location) && { location: NO_PLACE, placeId: null }),
    })),
  };
}

/** Ends a thread if it is open, and removes the student from it. Returns the agreed date that this calls off, if any. */
const leave = (
  deps: Deps,
  threadId: string,
  userId: string,
): Promise<{ thread: Thread; side: Side } | null> =>
  inTransaction(deps.db, async (session) => {
    const thread = await findThread(deps, threadId, session);
    const side = thread && sideOf(thread, userId);
    if (!thread || !side) return null;
    const books = await readBooks(deps, peopleIn(thread), session);
    const step = { by: side, now: deps.clock.now() };
    const ended = isOpen(thread)
      ? applyStep(thread, lastRound(thread).id, endingBy(thread, side), step)!
      : thread;
    const next = without(ended, side);
    await writeOffer(deps, next, books, session);
    if (peopleIn(next).length === 0) await threads(deps.db).deleteOne({ _id: threadId }, { session });
    return isAgreed(lastRound(thread)) ? { thread, side } : null;
  });

/** Removes a student from all offers: open ones end, the others say 'deleted student'. The day's count stays. Idempotent. */
export async function eraseFromOffers(deps: Deps, userId: string, mark: string | null): Promise<void> {
  for (const { id } of await threadsOf(deps, userId, { limit: 10_000 })) {
    const date = await leave(deps, id, userId);
    if (date) await noticeOfEnd(deps, date.thread, date.side);
  }
  const staleAt = new Date(deps.clock.now().getTime() + 86_400_000);
  if (mark) await dateBooks(deps.db).updateOne({ _id: mark }, { $set: { dates: [], staleAt } });
  await eraseMeetings(deps, userId);
  await eraseOwnNotes(deps, userId);
  await mailChoices(deps.db).deleteOne({ _id: userId });
}
