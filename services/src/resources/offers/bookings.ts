import { trusted, type ClientSession } from 'mongoose';
import type { Deps } from '../resource';
import { bookings, type Booking } from './booking.model';
import { isAgreed, isPending, lastRound, peopleIn, type Round, type Thread } from './thread';
import { completionOf } from './threads';

/** How long a past date stays in a person's list. */
const KEPT_MS = 86_400_000;

const overlaps = (date: Booking, start: Date, offerId: string): boolean =>
  date.offerId !== offerId && date.start < completionOf(start) && date.end > start;

/** Whether one of a person's threads is an agreed date that overlaps the two hours from `start`. */
export const hasAgreedDate = (own: readonly Thread[], start: Date): boolean =>
  own.some((thread) => {
    const date = lastRound(thread).proposedDate;
    return isAgreed(lastRound(thread)) && date < completionOf(start) && completionOf(date) > start;
  });

/** Whether this person has agreed to another date that overlaps the two hours from `start`. */
export async function hasBooking({ db }: Deps, userId: string, start: Date, offerId = ''): Promise<boolean> {
  const person = await bookings(db).findById(userId).lean();
  return (person?.dates ?? []).some((each) => overlaps(each, start, offerId));
}

/**
 * Books the two hours from `start` for both people, in a transaction. Returns the people who already have a date then; in that case it writes
 * nothing.
 */
export async function bookBoth(
  { db, clock }: Deps,
  people: readonly string[],
  { offerId, start }: { readonly offerId: string; readonly start: Date },
  session: ClientSession,
): Promise<string[]> {
  const found = await bookings(db)
    .find({ _id: trusted({ $in: [...people] }) })
    .session(session)
    .lean();
  const taken = found.filter(({ dates }) => dates.some((each) => overlaps(each, start, offerId)));
  if (taken.length > 0) return taken.map(({ _id }) => _id);
  const over = clock.now().getTime() - KEPT_MS;
  const datesOf = new Map(found.map(({ _id, dates }) => [_id, dates]));
  const kept = (userId: string) =>
    (datesOf.get(userId) ?? []).filter((each) => each.end.getTime() > over && each.offerId !== offerId);
  const date: Booking = { offerId, start, end: completionOf(start) };
  await bookings(db).bulkWrite(
    people.map((_id) => ({
      updateOne: { filter: { _id }, update: { $set: { dates: [...kept(_id), date] } }, upsert: true },
    })),
    { session },
  );
  return [];
}

/** Releases the booked time of an offer, in a transaction. */
export async function releaseTimes(
  { db }: Deps,
  people: readonly string[],
  offerId: string,
  session: ClientSession,
): Promise<void> {
  await bookings(db).updateMany(
    { _id: trusted({ $in: [...people] }) },
    { $pull: { dates: { offerId } } },
    { session },
  );
}

/**
 * Ids of the open offers among these whose time one of the two has booked for another date. The result does not reveal who, or for which date.
 */
export async function unavailableOffers(
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
    const meets = (each: Booking) => overlaps(each, round.proposedDate, round.id);
    if (peopleIn(thread).some((person) => datesOf.get(person)?.some(meets))) taken.add(round.id);
  }
  return taken;
}
