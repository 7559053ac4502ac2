import { ApiError } from '../../http/api-error';
import type { Deps } from '../resource';
import { otherSide, sideOf, userAt } from './thread';
import { findThread } from './threads';

/** What safety keeps of an offer that was reported. */
export interface ReportableOffer {
  readonly offerId: string;
  readonly senderId: string;
  readonly proposedDate: Date;
  readonly location: string;
  readonly activity: string;
  readonly message: string | null;
}

/**
 * The completed offer this student received (spec 4, 6), also when the two are blocked by now. Throws 404 for somebody
 * else's offer, and 403 for one that is not theirs to report.
 */
export async function reportableOffer(deps: Deps, userId: string, offerId: string): Promise<ReportableOffer> {
  const thread = await findThread(deps, offerId);
  const side = thread && sideOf(thread, userId);
  const round = thread?.rounds.find(({ id }) => id === offerId);
  if (!thread || !side || !round) throw new ApiError('not_found');
  const senderId = userAt(thread, otherSide(side));
  if (round.status !== 'completed' || round.by === side || !senderId)
    throw new ApiError('report_not_allowed');
  const { proposedDate, location, activity, message } = round;
  return { offerId, senderId, proposedDate, location, activity, message };
}
