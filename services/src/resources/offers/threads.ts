import { LIMITS } from '@flint/contracts';
import { trusted } from 'mongoose';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { isAgreed, isOpen, lastRound, take, type Thread } from './thread';
import { threads, type StoredThread } from './thread.model';

const DATE_MS = LIMITS.dateHours * 3_600_000;

/** When an agreed date counts as completed: two hours after its time (decisions). */
export const completionOf = (proposedDate: Date) => new Date(proposedDate.getTime() + DATE_MS);

function toStored({ id, ...thread }: Thread): StoredThread {
  const people = [thread.initiatorId, thread.inviteeId].filter((each) => each !== null);
  const last = lastRound({ id, ...thread });
  return {
    ...thread,
    _id: id,
    participants: people,
    roundIds: thread.rounds.map((round) => round.id),
    ...(isOpen({ id, ...thread }) && { openPair: people.toSorted().join(' ') }),
    ...(isAgreed(last) && { completesAt: completionOf(last.proposedDate) }),
  };
}

function toThread({
  _id,
  participants: _p,
  roundIds: _r,
  openPair: _o,
  completesAt: _c,
  ...rest
}: StoredThread) {
  return { id: _id, ...rest } satisfies Thread;
}

/** Stores a new thread; false when the pair has an open offer already, in either direction. */
export async function insertThread({ db }: Deps, thread: Thread): Promise<boolean> {
  try {
    await threads(db).create(toStored(thread));
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Writes `next` if nobody wrote since it was read. Of two racing writes exactly one answers a thread, the other null. */
export async function commitThread({ db }: Deps, next: Thread): Promise<Thread | null> {
  const written = { ...next, version: next.version + 1 };
  const { _id, openPair, completesAt, ...set } = toStored(written);
  const { matchedCount } = await threads(db).updateOne(
    { _id, version: next.version },
    {
      $set: { ...set, ...(openPair && { openPair }), ...(completesAt && { completesAt }) },
      ...(!(openPair && completesAt) && {
        $unset: { ...(!openPair && { openPair: 1 }), ...(!completesAt && { completesAt: 1 }) },
      }),
    },
  );
  return matchedCount === 1 ? written : null;
}

/** A date whose two hours are over is completed the moment somebody looks, whether or not the timed work came by yet. */
async function upToDate(deps: Deps, thread: Thread): Promise<Thread> {
  const now = deps.clock.now();
  const { id, proposedDate } = lastRound(thread);
  if (completionOf(proposedDate) > now) return thread;
  const completed = take(thread, id, { kind: 'complete' }, { by: 'system', now });
  if (!completed) return thread;
  const written = await commitThread(deps, completed);
  return written ?? (await findThread(deps, thread.id)) ?? completed;
}

/** The thread that holds an offer, or null. */
export async function findThread(deps: Deps, offerId: string): Promise<Thread | null> {
  const found = await threads(deps.db).findOne({ roundIds: offerId }).lean();
  return found && upToDate(deps, toThread(found));
}

/** Threads of a student, the most recently changed first. */
export async function threadsOf(deps: Deps, userId: string, limit = 500): Promise<Thread[]> {
  const found = await threads(deps.db)
    .find({ participants: userId })
    .sort({ updatedAt: -1, _id: -1 })
    .limit(limit)
    .lean();
  return Promise.all(found.map((each) => upToDate(deps, toThread(each))));
}

/** Open threads between two people. */
export async function openThreadsBetween(deps: Deps, a: string, b: string): Promise<Thread[]> {
  const found = await threads(deps.db)
    .find({ openPair: [a, b].toSorted().join(' ') })
    .lean();
  const current = await Promise.all(found.map((each) => upToDate(deps, toThread(each))));
  return current.filter(isOpen);
}

/** Completes every date whose two hours are over; answers how many. */
export async function completeDue(deps: Deps): Promise<number> {
  const due = await threads(deps.db)
    .find({ completesAt: trusted({ $lte: deps.clock.now() }) })
    .limit(500)
    .lean();
  for (const each of due) await upToDate(deps, toThread(each));
  return due.length;
}
