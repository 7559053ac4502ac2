import { LIMITS } from '@flint/contracts';
import { trusted, type ClientSession } from 'mongoose';
import { isDuplicateKey } from '../../infra/duplicate-key';
import { inTransaction } from '../../infra/in-transaction';
import { readPaced } from '../../infra/paced';
import type { Deps } from '../resource';
import { isAgreed, isOpen, isPending, lastRound, applyStep, type Thread } from './thread';
import { threads, type StoredThread } from './thread.model';

const HOUR_MS = 3_600_000;
const DATE_MS = LIMITS.dateHours * HOUR_MS;

/** When an agreed date counts as completed: two hours after its start, as in the calendar. */
export const completionOf = (proposedDate: Date) => new Date(proposedDate.getTime() + DATE_MS);

/** Below this lifetime, an offer gets no reminder. */
const NUDGE_FROM_MS = 12 * HOUR_MS;
/** Hours before an agreed date at which both get a reminder. */
export const REMINDER_HOURS = [24, 2] as const;

/** When a thread is due for a reminder after an instant: an unanswered offer at half its life, an agreed date a day and two hours before. */
export function nextNotice(thread: Thread, after: Date): Date | null {
  const round = lastRound(thread);
  const at = round.proposedDate.getTime();
  const life = at - round.createdAt.getTime();
  const nudge = isPending(round) && life >= NUDGE_FROM_MS ? [round.createdAt.getTime() + life / 2] : [];
  const reminders = isAgreed(round) ? REMINDER_HOURS.map((hours) => at - hours * HOUR_MS) : [];
  const next = [...nudge, ...reminders].find((each) => each > after.getTime());
  return next === undefined ? null : new Date(next);
}

function toStored({ id, ...thread }: Thread): StoredThread {
  const people = [thread.initiatorId, thread.inviteeId].filter((each) => each !== null);
  const last = lastRound({ id, ...thread });
  const noticeAt = nextNotice({ id, ...thread }, thread.updatedAt);
  return {
    ...thread,
    _id: id,
    participants: people,
    roundIds: thread.rounds.map((round) => round.id),
    ...(isOpen({ id, ...thread }) && { openPair: people.toSorted().join(' ') }),
    ...(isAgreed(last) && { completesAt: completionOf(last.proposedDate) }),
    ...(noticeAt && { noticeAt }),
  };
}

function toThread(stored: StoredThread): Thread {
  const {
    _id,
    participants: _p,
    roundIds: _r,
    openPair: _o,
    completesAt: _c,
    noticeAt: _n,
    ...rest
  } = stored;
  return { id: _id, ...rest };
}

/** Additional writes in a thread's transaction; they can abort it by throwing. */
export type ThreadWrites = (session: ClientSession) => Promise<unknown>;

/** Stores a new thread, with `also` in the same transaction; false if the pair already has an open offer, in either direction. */
export async function insertThread({ db }: Deps, thread: Thread, also?: ThreadWrites): Promise<boolean> {
  try {
    await inTransaction(db, async (session) => {
      await also?.(session);
      await threads(db).create([toStored(thread)], { session });
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error, 'openPair')) return false;
    throw error;
  }
}

/**
 * Writes `next` if the thread is unchanged since it was read, with `also` in the same transaction. Of two concurrent writes one returns the
 * thread, the other null.
 */
export async function commitThread({ db }: Deps, next: Thread, also?: ThreadWrites): Promise<Thread | null> {
  const written = { ...next, version: next.version + 1 };
  const { _id, ...set } = toStored(written);
  const gone = (['openPair', 'completesAt', 'noticeAt'] as const).filter((name) => set[name] === undefined);
  const write = async (session: ClientSession | null) => {
    const { matchedCount } = await threads(db)
      .updateOne(
        { _id, version: next.version },
        { $set: set, ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((name) => [name, 1])) }) },
      )
      .session(session);
    return matchedCount === 1 ? written : null;
  };
  if (!also) return write(null);
  return inTransaction(db, async (session) => {
    const result = await write(session);
    if (result) await also(session);
    return result;
  });
}

/** Runs `work` and notifies the pages of both; false, without any write, if the thread changed since it was read. */
export const touchThread = (
  { db, clock }: Deps,
  { id, version }: Thread,
  work: ThreadWrites,
): Promise<boolean> =>
  inTransaction(db, async (session) => {
    await work(session);
    const { matchedCount } = await threads(db).updateOne(
      { _id: id, version },
      { $set: { updatedAt: clock.now() }, $inc: { version: 1 } },
      { session },
    );
    if (matchedCount === 0) await session.abortTransaction();
    return matchedCount > 0;
  });

/** Completes a date whose two hours are over when it is read, even before the timed work does. */
async function completeIfOver(deps: Deps, thread: Thread): Promise<Thread> {
  const now = deps.clock.now();
  const { id, proposedDate } = lastRound(thread);
  if (completionOf(proposedDate) > now) return thread;
  const completed = applyStep(thread, id, { kind: 'complete' }, { by: 'system', now });
  if (!completed) return thread;
  const written = await commitThread(deps, completed);
  return written ?? (await findThread(deps, thread.id)) ?? completed;
}

/** The thread that contains an offer, or null. */
export async function findThread(deps: Deps, offerId: string): Promise<Thread | null> {
  const found = await threads(deps.db).findOne({ roundIds: offerId }).lean();
  return found ? completeIfOver(deps, toThread(found)) : null;
}

/** Threads of a student, the most recently changed first. */
export async function threadsOf(deps: Deps, userId: string, limit = 500): Promise<Thread[]> {
  const own = threads(deps.db).find({ participants: userId }).sort({ updatedAt: -1, _id: -1 }).limit(limit);
  const found = await own.lean();
  return Promise.all(found.map((each) => completeIfOver(deps, toThread(each))));
}

/** Every thread, one at a time. */
export async function* everyThread(deps: Deps): AsyncGenerator<Thread> {
  for await (const each of readPaced<StoredThread>(threads(deps.db).find()))
    yield completeIfOver(deps, toThread(each));
}

/** Open threads between two people. */
export async function openThreadsBetween(deps: Deps, a: string, b: string): Promise<Thread[]> {
  const found = await threads(deps.db)
    .find({ openPair: [a, b].toSorted().join(' ') })
    .lean();
  const current = await Promise.all(found.map((each) => completeIfOver(deps, toThread(each))));
  return current.filter(isOpen);
}

/** Completes every date whose two hours are over; returns how many. */
export async function completeDue(deps: Deps): Promise<number> {
  const due = await threads(deps.db)
    .find({ completesAt: trusted({ $lte: deps.clock.now() }) })
    .limit(500)
    .lean();
  for (const each of due) await completeIfOver(deps, toThread(each));
  return due.length;
}

/** Claims the threads whose reminder is due; of all processes only one gets each. */
export async function claimNotices(deps: Deps): Promise<{ readonly thread: Thread; readonly dueAt: Date }[]> {
  const due = await threads(deps.db)
    .find({ noticeAt: trusted({ $lte: deps.clock.now() }) })
    .limit(500)
    .lean();
  const claimed = [];
  for (const stored of due) {
    const [thread, dueAt] = [toThread(stored), stored.noticeAt!];
    const next = nextNotice(thread, dueAt);
    const { modifiedCount } = await threads(deps.db).updateOne(
      { _id: stored._id, noticeAt: dueAt },
      next ? { $set: { noticeAt: next } } : { $unset: { noticeAt: 1 } },
    );
    if (modifiedCount === 1) claimed.push({ thread, dueAt });
  }
  return claimed;
}
