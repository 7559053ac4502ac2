import { ERRORS, type BodyOf, type ROUTES } from '@flint/contracts';
import { Types } from 'mongoose';
import { ApiError } from '../../http/api-error';
import { mayInvite } from '../matches/index';
import type { Deps } from '../resource';
import { OfferChanged } from './answers';
import { isBooked } from './bookings';
import { haveMetEnough, wasDeclinedLately } from './partners';
import { countOffer } from './quota';
import { lastRound, openThread, sideOf, type Thread } from './thread';
import { insertThread, openThreadsBetween } from './threads';
import { isValidTime } from './times';

type Proposal = BodyOf<typeof ROUTES.createOffer>;

async function refuseSecondOffer(deps: Deps, fromId: string, toId: string): Promise<void> {
  const [thread] = await openThreadsBetween(deps, fromId, toId);
  if (!thread) return;
  throw new OfferChanged('offer_open_exists', {
    thread,
    round: lastRound(thread),
    side: sideOf(thread, fromId)!,
  });
}

/**
 * Invites somebody the sender may invite, to a time of the next 60 days. Of many calls at once for one pair, in either
 * direction, one makes an offer.
 */
export async function createOffer(deps: Deps, fromId: string, proposal: Proposal): Promise<Thread> {
  const { toUserId: toId, message } = proposal;
  const now = deps.clock.now();
  const proposedDate = new Date(proposal.proposedDate);
  if (!isValidTime(proposedDate, now)) {
    const detail = ERRORS.offer_time_invalid[1];
    throw new ApiError('offer_time_invalid', { errors: [{ pointer: '/proposedDate', detail }] });
  }
  if (fromId === toId || !(await mayInvite(deps, fromId, toId))) throw new ApiError('not_a_match');
  await refuseSecondOffer(deps, fromId, toId);
  if (await wasDeclinedLately(deps, fromId, toId)) throw new ApiError('not_a_match');
  if (await haveMetEnough(deps, fromId, toId)) throw new ApiError('not_a_match');
  if (await isBooked(deps, fromId, proposedDate)) throw new ApiError('double_booked');
  const counted = await countOffer(deps, fromId);
  const thread = openThread(
    {
      id: new Types.ObjectId().toHexString(),
      initiatorId: fromId,
      inviteeId: toId,
      proposedDate,
      location: proposal.location,
      activity: proposal.activity,
      message: message || null,
    },
    now,
  );
  if (await insertThread(deps, thread)) return thread;
  await counted.giveBack();
  await refuseSecondOffer(deps, fromId, toId);
  throw new ApiError('offer_open_exists');
}
