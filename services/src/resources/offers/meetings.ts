import type { Offer } from '@flint/contracts';
import { trusted } from 'mongoose';
import type { Deps } from '../resource';
import { OfferChanged, ownOffer, type Found } from './answers';
import { meetings, type MeetingDocument } from './meeting.model';
import { otherSide, userAt } from './thread';

export type Meeting = NonNullable<Offer['meeting']>;

/** How long a missed date is remembered. */
const MISSED_COUNTS_MS = 180 * 86_400_000;

const shown = ({ met, again, reason }: MeetingDocument): Meeting =>
  met ? { met: true, again: again === true } : { met: false, reason: reason ?? 'agreed' };

/** Keeps what one side says about a completed date; the last answer counts. Throws what `ownOffer` throws, and OfferChanged before. */
export async function sayMet(deps: Deps, userId: string, offerId: string, answer: Meeting): Promise<Found> {
  const found = await ownOffer(deps, userId, offerId);
  const partnerId = userAt(found.thread, otherSide(found.side));
  if (found.round.status !== 'completed' || !partnerId) throw new OfferChanged('offer_state_changed', found);
  const said = {
    offerId,
    userId,
    partnerId,
    met: answer.met,
    again: answer.met ? answer.again : null,
    reason: answer.met ? null : answer.reason,
    answeredAt: deps.clock.now(),
  };
  await meetings(deps.db).updateOne({ _id: `${offerId}:${userId}` }, { $set: said }, { upsert: true });
  return found;
}

/** What a student said about their dates, by offer id. */
export async function meetingsOf({ db }: Deps, userId: string): Promise<Map<string, Meeting>> {
  const found = await meetings(db).find({ userId }).lean<MeetingDocument[]>();
  return new Map(found.map((each) => [each.offerId, shown(each)]));
}

/** Two people in either order, as one text. */
export const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Every two who both said they would meet again; with `userId`, only this student's. */
export async function againPairs({ db }: Pick<Deps, 'db'>, userId?: string): Promise<ReadonlySet<string>> {
  const own = userId === undefined ? {} : { $or: [{ userId }, { partnerId: userId }] };
  const said = await meetings(db)
    .find({ again: true, ...own }, { userId: 1, partnerId: 1 })
    .lean<MeetingDocument[]>();
  const directed = new Set(said.map((each) => `${each.userId} ${each.partnerId}`));
  const mutual = said.filter((each) => directed.has(`${each.partnerId} ${each.userId}`));
  return new Set(mutual.map((each) => pairOf(each.userId, each.partnerId)));
}

/**
 * How many different people lately said that a student did not come, by student; only from the second on, so that nobody can be
 * harmed by one other person's word (decisions/018).
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

/** Forgets what a student said and what was said about them. */
export async function forgetMeetings({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await meetings(db).deleteMany({ $or: [{ userId }, { partnerId: userId }] });
}
