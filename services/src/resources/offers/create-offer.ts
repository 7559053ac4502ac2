import { ERRORS, type BodyOf, type ROUTES } from '@flint/contracts';
import { Types } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { listedAs, readStanding } from '../matches/index';
import type { Deps } from '../resource';
import { absenceOf, isBlockedBetween } from '../safety/index';
import { endThread, OfferChanged } from './answers';
import { hasAgreedDate } from './bookings';
import { chosenPlace } from './offered-place';
import { partnersIn } from './partners';
import { countOffer, refuseOverQuota } from './quota';
import { isPlanOf } from './offered-plan';
import { isOpen, lastRound, openThread, partnerIn, sideOf, type Thread } from './thread';
import { insertThread, openThreadsBetween, threadsOf } from './threads';
import { isValidTime } from './times';

type Proposal = BodyOf<typeof ROUTES.createOffer>;

/** Throws if the two have an open offer, in either direction. Reads the threads between them unless the sender's are given. */
async function refuseSecondOffer(deps: Deps, fromId: string, toId: string, own?: readonly Thread[]) {
  const between = own ?? (await openThreadsBetween(deps, fromId, toId));
  const thread = between.find((each) => isOpen(each) && partnerIn(each, fromId) === toId);
  if (!thread) return;
  throw new OfferChanged('offer_open_exists', {
    thread,
    round: lastRound(thread),
    side: sideOf(thread, fromId)!,
  });
}

/**
 * Invites somebody on the sender's list, to a time of the next 60 days. Of many calls at once for one pair, in either
 * direction, one makes an offer. The caller must `refuseBlocked` before anybody learns of it.
 */
export async function createOffer(deps: Deps, fromId: string, proposal: Proposal): Promise<Thread> {
  const { toUserId: toId, message } = proposal;
  const now = deps.clock.now();
  const proposedDate = new Date(proposal.proposedDate);
  if (!isValidTime(proposedDate, now)) {
    const detail = ERRORS.offer_time_invalid[1];
    throw new ApiError('offer_time_invalid', { errors: [{ pointer: '/proposedDate', detail }] });
  }
  // everybody has the same list of places, so this reveals nothing about the other person
  const placeId = await chosenPlace(deps, proposal.placeId, {
    location: proposal.location,
    at: proposedDate,
  });
  const threads = threadsOf(deps, fromId);
  const partners = threads.then((all) => partnersIn(deps, fromId, all));
  const [absence, own, standing] = await Promise.all([
    absenceOf(deps, fromId),
    threads,
    readStanding(deps, fromId, partners),
  ]);
  // check the sender's own state first, so that no refusal reveals anything about the other person
  if (absence.includes('restricted')) throw new ApiError('account_restricted');
  await refuseSecondOffer(deps, fromId, toId, own);
  if (hasAgreedDate(own, proposedDate)) throw new ApiError('double_booked');
  await refuseOverQuota(deps, fromId, own);
  const entry = await listedAs(deps, fromId, toId, standing);
  if (!entry) {
    // of two concurrent calls the first removed the other person from the list
    await refuseSecondOffer(deps, fromId, toId);
    throw new ApiError('not_a_match');
  }
  if (proposal.planId !== undefined && !isPlanOf(entry, proposal, proposal.planId))
    throw new ApiError('plan_changed');
  const thread = openThread(
    {
      id: new Types.ObjectId().toHexString(),
      initiatorId: fromId,
      inviteeId: toId,
      proposedDate,
      location: proposal.location,
      activity: proposal.activity,
      placeId,
      isPlan: proposal.planId !== undefined,
      sharedTimes: entry.sharedTimes.map((at) => new Date(at)),
      message: message || null,
    },
    now,
  );
  if (await insertThread(deps, thread, (session) => countOffer(deps, fromId, session))) return thread;
  await refuseSecondOffer(deps, fromId, toId);
  throw new ApiError('offer_open_exists');
}

/**
 * Ends a new offer, and throws not_a_match, if one of the two has blocked the other meanwhile. A block is stored before its offers end: it
 * either ends this offer or is found here.
 */
export async function refuseBlocked(deps: Deps, thread: Thread): Promise<void> {
  if (!(await isBlockedBetween(deps, thread.initiatorId!, thread.inviteeId!))) return;
  await endThread(deps, thread, 'invitee');
  throw new ApiError('not_a_match');
}
