import type { Offer } from '@flint/contracts';
import { trusted } from 'mongoose';
import { inTransaction } from '../../infra/in-transaction';
import { raiseBooks } from '../date-books/index';
import type { Deps } from '../resource';
import { ownMarks } from '../safety/index';
import { OfferChanged, ownOffer, type Found } from './answers';
import { meetings, type MeetingDocument } from './meeting.model';
import { hasBegun, otherSide, userAt } from './thread';

export type Meeting = NonNullable<Offer['meeting']>;

/** How long a missed date counts. */
const MISSED_COUNTS_MS = 180 * 86_400_000;

const shown = ({ met, again, reason }: MeetingDocument): Meeting =>
  met ? { met: true, again: again === true } : { met: false, reason: reason ?? 'agreed' };

/**
 * Stores one side's answer about a date that is over; the last one counts. It writes the books of both, so a simultaneous
 * deletion erases it or is seen here. It does not write the thread, because the other's page would notice. Throws as `ownOffer` does, and OfferChanged
 * before that.
 */
export const storeMeeting = (deps: Deps, userId: string, offerId: string, answer: Meeting): Promise<Found> =>
  inTransaction(deps.db, async (session) => {
    const found = await ownOffer(deps, userId, offerId, session);
    const partnerId = userAt(found.thread, otherSide(found.side));
    const marks = await ownMarks(deps, partnerId ? [userId, partnerId] : [], session);
    if (!hasBegun(found.round) || !partnerId || !marks.has(partnerId))
      throw new OfferChanged('offer_state_changed', found);
    const said = {
      offerId,
      userId,
      partnerId,
      met: answer.met,
      again: answer.met ? answer.again : null,
      reason: answer.met ? null : answer.reason,
      answeredAt: deps.clock.now(),
    };
    const _id = `${offerId}:${userId}`;
    await meetings(deps.db).updateOne({ _id }, { $set: said }, { upsert: true, session });
    await raiseBooks(deps, marks.values(), session);
    return found;
  });

/** A student's answers about their dates, by offer id. */
export async function meetingsOf({ db }: Deps, userId: string): Promise<Map<string, Meeting>> {
  const found = await meetings(db).find({ userId }).lean<MeetingDocument[]>();
  return new Map(found.map((each) => [each.offerId, shown(each)]));
}

/** The offers of dates about which both said 'again'; with `userId`, only this student's dates. */
export async function againDates({ db }: Pick<Deps, 'db'>, userId?: string): Promise<ReadonlySet<string>> {
  const own = userId === undefined ? {} : { $or: [{ userId }, { partnerId: userId }] };
  const said = await meetings(db)
    .find({ again: true, ...own }, { offerId: 1 })
    .lean<MeetingDocument[]>();
  const byOne = new Set<string>();
  // each of the two has one answer about a date
  const byBoth = said.filter(({ offerId }) => byOne.size === byOne.add(offerId).size);
  return new Set(byBoth.map(({ offerId }) => offerId));
}

/**
 * Number of different people who recently reported that a student did not come, by student. A single report does not count, because it may be
 * false (decisions/015).
 */
export async function missedDates({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Map<string, number>> {
  const since = new Date(clock.now().getTime() - MISSED_COUNTS_MS);
  const found = await meetings(db)
    .find({ reason: 'they_missed', answeredAt: trusted({ $gt: since }) })
    .lean<MeetingDocument[]>();
  const sayers = new Map<string, Set<string>>();
  for (const { partnerId, userId } of found)
    sayers.set(partnerId, (sayers.get(partnerId) ?? new Set()).add(userId));
  return new Map([...sayers].flatMap(([id, by]) => (by.size > 1 ? [[id, by.size] as const] : [])));
}

/** Erases a student's answers and the answers about them. */
export async function eraseMeetings({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await meetings(db).deleteMany({ $or: [{ userId }, { partnerId: userId }] });
}
