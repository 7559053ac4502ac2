import type { OfferStatus } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import type { Deps } from '../resource';
import { hasBegun, isKnown, otherSide, sideOf, userAt, type Thread } from './thread';
import { findThread } from './threads';

/** The content of an offer, for one of its two people. */
export interface OfferFacts {
  readonly offerId: string;
  /** Null once that account was deleted. */
  readonly partnerId: string | null;
  readonly isSender: boolean;
  readonly status: OfferStatus;
  readonly isCalledOff: boolean;
  readonly hasBegun: boolean;
  readonly proposedDate: Date;
  readonly location: string;
  readonly activity: string;
  readonly message: string | null;
  /** The recipient's message with the answer. */
  readonly reply: string | null;
  /** Whether this student wrote the place: a counter-offer may keep that of the offer before. */
  readonly isPlaceOwn: boolean;
}

/** An offer that this student sent or received, also after a block; null for an offer of others. */
export async function offerFacts(deps: Deps, userId: string, offerId: string): Promise<OfferFacts | null> {
  const thread = await findThread(deps, offerId);
  return thread && factsIn(thread, userId, offerId);
}

function factsIn(thread: Thread, userId: string, offerId: string): OfferFacts | null {
  const side = sideOf(thread, userId);
  const round = thread.rounds.find(({ id }) => id === offerId);
  if (!side || !round) return null;
  const { status, cancelledAt, proposedDate, location, activity, message, reply } = round;
  const placed = thread.rounds.find((each) => each.location === location);
  return {
    offerId,
    partnerId: userAt(thread, otherSide(side)),
    isSender: round.by === side,
    status,
    isCalledOff: cancelledAt !== null,
    hasBegun: hasBegun(round),
    proposedDate,
    location,
    activity,
    message,
    reply,
    isPlaceOwn: placed?.by === side,
  };
}

/** What a report stores of an offer. */
export interface ReportableOffer extends OfferFacts {
  /** The sender; if that account was deleted, what stands for it (`leftNow`). */
  readonly partnerId: string;
}

/**
 * The offer of a date that is over and that this student received (spec 4, 6), also after a block or once its sender has left. Throws 404 for an offer of others,
 * and 403 for one that this student may not report.
 */
export async function reportableOffer(deps: Deps, userId: string, offerId: string): Promise<ReportableOffer> {
  const thread = await findThread(deps, offerId);
  const facts = thread && factsIn(thread, userId, offerId);
  if (!facts) throw new ApiError('not_found');
  const partnerId = facts.partnerId ?? (isKnown(thread, deps.clock.now()) ? thread.left!.id : null);
  if (!facts.hasBegun || facts.isSender || !partnerId) throw new ApiError('report_not_allowed');
  return { ...facts, partnerId };
}
