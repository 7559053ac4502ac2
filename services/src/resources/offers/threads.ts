import { trusted, type ClientSession } from 'mongoose';
import { readPaced } from '../../infra/paced';
import type { Deps } from '../resource';
import { nextReminderAt } from './reminder-times';
import { BLANK } from './round-fields';
import { asOf, endOf, isOpen, peopleIn, type Thread } from './thread';
import { threads, type StoredThread } from './thread.model';

/** The same key for two people in either order. */
export const pairOf = (people: readonly string[]): string => people.toSorted().join(' ');

function toStored(thread: Thread, timeZone: string): StoredThread {
  const { id, ...rest } = thread;
  const people = peopleIn(thread);
  const [noticeAt, endsAt] = [nextReminderAt(thread, thread.updatedAt, timeZone), endOf(thread)];
  return {
    ...rest,
    _id: id,
    participants: people,
    roundIds: thread.rounds.map((round) => round.id),
    ...(isOpen(thread) && { openPair: pairOf(people) }),
    ...(endsAt && { endsAt }),
    ...(noticeAt && { noticeAt }),
  };
}

function toThread(stored: StoredThread): Thread {
  const { _id, participants: _p, roundIds: _r, openPair: _o, endsAt: _e, noticeAt: _n, ...rest } = stored;
  // an offer of an older version lacks some fields
  return { ...rest, id: _id, rounds: rest.rounds.map((round) => ({ ...BLANK, ...round })) };
}

/** Writes a thread in a transaction, which has read it: a change since then is a conflict, and the transaction runs again. */
export async function writeThread({ db, env }: Deps, thread: Thread, session: ClientSession): Promise<void> {
  const stored = toStored({ ...thread, version: thread.version + 1 }, env.UNIVERSITY_TIMEZONE);
  await threads(db).replaceOne({ _id: thread.id }, stored, { upsert: thread.version === 0, session });
}

/** Notifies the pages of both, in a transaction that has read the thread. */
export async function touchThread(
  { db, clock }: Deps,
  { id }: Thread,
  session: ClientSession,
): Promise<void> {
  const update = { $set: { updatedAt: clock.now() }, $inc: { version: 1 } };
  await threads(db).updateOne({ _id: id }, update, { session });
}

/** The thread that contains an offer, as it is now, or null. */
export async function findThread(
  { db, clock }: Deps,
  offerId: string,
  session: ClientSession | null = null,
): Promise<Thread | null> {
  const found = await threads(db).findOne({ roundIds: offerId }).session(session).lean();
  return found && asOf(toThread(found), clock.now());
}

/** How many of a student's ended attempts are read, the newest first: there may be any number. */
const ENDED_MAX = 500;

// not by their last change: several offers end in one instant, and their ids are random
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** All threads of a student as they are now, the newest first. */
export async function everyThreadOf({ db, clock }: Deps, userId: string): Promise<Thread[]> {
  const found = await threads(db).find({ participants: userId }).sort(NEWEST_FIRST).lean();
  return found.map((each) => asOf(toThread(each), clock.now()));
}

/** The same, with every open offer, every date, and the newest of the ended attempts. */
export async function threadsOf({ db, clock }: Deps, userId: string): Promise<Thread[]> {
  const own = (more: object = {}) =>
    threads(db)
      .find({ participants: userId, ...more })
      .sort(NEWEST_FIRST);
  const found = await own().limit(ENDED_MAX).lean();
  if (found.length === ENDED_MAX) {
    const isOpenOrDate = [
      { openPair: trusted({ $exists: true }) },
      { 'rounds.status': trusted({ $in: ['accepted', 'completed'] }) },
    ];
    // the others, which are older
    const newest = trusted({ $nin: found.map(({ _id }) => _id) });
    found.push(...(await own({ _id: newest, $or: isOpenOrDate }).lean()));
  }
  return found.map((each) => asOf(toThread(each), clock.now()));
}

/** Those that are open, as they are now. */
export async function openThreadsOf(
  { db, clock }: Deps,
  userId: string,
  session: ClientSession,
): Promise<Thread[]> {
  const open = { participants: userId, openPair: trusted({ $exists: true }) };
  const found = await threads(db).find(open).session(session).lean();
  return found.map((each) => asOf(toThread(each), clock.now()));
}

/** Every thread as it is now, one at a time. */
export async function* everyThread({ db, clock }: Deps): AsyncGenerator<Thread> {
  for await (const each of readPaced<StoredThread>(threads(db).find()))
    yield asOf(toThread(each), clock.now());
}

/** The thread that holds the place of the only open offer of two people, as it is now; it may have ended by itself. */
export async function threadBetween(
  { db, clock }: Deps,
  a: string,
  b: string,
  session: ClientSession,
): Promise<Thread | null> {
  const openPair = pairOf([a, b]);
  const found = await threads(db).findOne({ openPair }).session(session).lean();
  return found && asOf(toThread(found), clock.now());
}

/** Sets or clears when a pending offer is withdrawn by itself, in a transaction. Nobody notices: the version stays. */
export async function scheduleWithdrawal(
  { db }: Deps,
  thread: Thread,
  withdrawAt: Date | null,
  session: ClientSession,
): Promise<void> {
  const endsAt = endOf({ ...thread, withdrawAt });
  await threads(db).updateOne({ _id: thread.id }, { $set: { withdrawAt, endsAt } }, { session });
}

/** Threads that change by themselves until then, the longest due first. */
export async function dueThreads(
  { db, clock }: Deps,
  { withinMs = 0 } = {},
): Promise<Pick<StoredThread, '_id' | 'endsAt' | 'withdrawAt'>[]> {
  const until = new Date(clock.now().getTime() + withinMs);
  const due = threads(db).find({ endsAt: trusted({ $lte: until }) }, { endsAt: 1, withdrawAt: 1 });
  return due.sort({ endsAt: 1 }).limit(500).lean();
}

/** A thread as it is stored, in a transaction; null if it is gone. */
export async function storedThread({ db }: Deps, id: string, session: ClientSession): Promise<Thread | null> {
  const found = await threads(db).findById(id).session(session).lean();
  return found && toThread(found);
}

/** Ids of threads whose reminder is due, the longest first. */
export async function remindableThreads({ db, clock }: Deps): Promise<string[]> {
  const due = threads(db).find({ noticeAt: trusted({ $lte: clock.now() }) }, { _id: 1 });
  return (await due.sort({ noticeAt: 1 }).limit(500).lean()).map(({ _id }) => _id);
}

/** Takes the due reminder of a thread, in a transaction; null if another process has taken it. */
export async function takeReminder(
  { db, clock, env }: Deps,
  id: string,
  session: ClientSession,
): Promise<{ readonly thread: Thread; readonly dueAt: Date } | null> {
  const now = clock.now();
  const stored = await threads(db).findById(id).session(session).lean();
  const dueAt = stored?.noticeAt;
  if (!stored || !dueAt || dueAt > now) return null;
  const next = nextReminderAt(toThread(stored), dueAt, env.UNIVERSITY_TIMEZONE);
  const change = next ? { $set: { noticeAt: next } } : { $unset: { noticeAt: 1 } };
  await threads(db).updateOne({ _id: id }, change, { session });
  return { thread: asOf(toThread(stored), now), dueAt };
}
