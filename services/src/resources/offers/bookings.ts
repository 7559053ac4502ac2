import { trusted } from 'mongoose';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { bookings, type Booking } from './booking.model';
import { isAgreed, isPending, lastRound, peopleIn, type Round, type Thread } from './thread';
import { completionOf, findThread } from './threads';

interface Slot {
  readonly offerId: string;
  readonly attempt: string;
  readonly start: Date;
}

/** How long an attempt to accept may take before its booking counts as left behind by a crash. */
const ATTEMPT_MS = 15_000;

/** How long a date that is over stays in a person's list. */
const KEPT_MS = 86_400_000;

const overlapping = (start: Date, offerId: string) => ({
  offerId: { $ne: offerId },
  start: { $lt: completionOf(start) },
  end: { $gt: start },
});

const overlaps = (date: Booking, start: Date, offerId: string): boolean =>
  date.offerId !== offerId && date.start < completionOf(start) && date.end > start;

async function isStale(deps: Deps, { offerId, bookedAt }: Booking): Promise<boolean> {
  const thread = await findThread(deps, offerId);
  const round = thread && lastRound(thread);
  if (round && round.id === offerId && isAgreed(round)) return false;
  return deps.clock.now().getTime() - bookedAt.getTime() > ATTEMPT_MS;
}

async function conflicts(deps: Deps, userId: string, start: Date, offerId: string): Promise<Booking[]> {
  const person = await bookings(deps.db).findById(userId).lean();
  return (person?.dates ?? []).filter((each) => overlaps(each, start, offerId));
}

/** Whether this person has agreed to another date that overlaps the two hours from `start`. */
export async function isBooked(deps: Deps, userId: string, start: Date, offerId = ''): Promise<boolean> {
  for (const each of await conflicts(deps, userId, start, offerId)) {
    if (!(await isStale(deps, each))) return true;
    await release(deps, userId, { attempt: each.attempt });
  }
  return false;
}

/** Takes the two hours for one person by one conditional write; false when they are taken. */
async function book(deps: Deps, userId: string, slot: Slot): Promise<boolean> {
  const booking: Booking = { ...slot, end: completionOf(slot.start), bookedAt: deps.clock.now() };
  const over = new Date(deps.clock.now().getTime() - KEPT_MS);
  await bookings(deps.db).updateOne({ _id: userId }, { $pull: { dates: { end: { $lt: over } } } });
  // the second try is for a person who got their document meanwhile, or whose stale booking was cleared
  for (let tries = 0; tries < 3; tries++) {
    try {
      await bookings(deps.db).updateOne(
        { _id: userId, dates: trusted({ $not: { $elemMatch: overlapping(slot.start, slot.offerId) } }) },
        { $push: { dates: booking } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (await isBooked(deps, userId, slot.start, slot.offerId)) return false;
    }
  }
  return false;
}

/** Gives up what one attempt took, or everything an offer holds. */
export async function release(
  { db }: Deps,
  userId: string,
  what: { readonly attempt: string } | { readonly offerId: string },
): Promise<void> {
  await bookings(db).updateOne({ _id: userId }, { $pull: { dates: what } });
}

/**
 * Takes the time for both people or for neither: nobody agrees to two dates at once. People are taken in one order, so that
 * of two attempts that share a person exactly one goes on.
 */
export async function bookBoth(deps: Deps, people: readonly string[], slot: Slot): Promise<boolean> {
  const taken: string[] = [];
  for (const userId of people.toSorted()) {
    if (!(await book(deps, userId, slot))) {
      for (const each of taken) await release(deps, each, slot);
      return false;
    }
    taken.push(userId);
  }
  return true;
}

/**
 * Ids of the open offers among these whose two hours one of the two has given to another date. Nobody is told which of the two, or what for.
 */
export async function takenTimes(
  deps: Deps,
  shown: readonly { readonly thread: Thread; readonly round: Round }[],
): Promise<ReadonlySet<string>> {
  const open = shown.filter(
    ({ thread, round }) =>
      isPending(round) && lastRound(thread) === round && round.proposedDate > deps.clock.now(),
  );
  if (open.length === 0) return new Set();
  const people = [...new Set(open.flatMap(({ thread }) => peopleIn(thread)))];
  const found = await bookings(deps.db)
    .find({ _id: trusted({ $in: people }) })
    .lean();
  const datesOf = new Map(found.map(({ _id, dates }) => [_id, dates]));
  const taken = new Set<string>();
  for (const { thread, round } of open) {
    const { id, proposedDate } = round;
    for (const person of peopleIn(thread)) {
      const meets = (datesOf.get(person) ?? []).some((each) => overlaps(each, proposedDate, id));
      // what an attempt that crashed left behind is cleared there
      if (meets && (await isBooked(deps, person, proposedDate, id))) taken.add(id);
    }
  }
  return taken;
}
