import type { Deps } from '../resource';
import type { AlertOf } from '../alerts/index';
import { isAgreed, isPending, type Round } from './thread';
import { findThread } from './threads';

/** 'In two hours' may be this late, in milliseconds. */
const SOON_LATE_MS = 1_800_000;
const SOON_MS = 2 * 3_600_000;

/** Whether an alert about an offer is still true: it may have waited for the end of quiet hours, or for a push service. */
export function isAlertTrue(what: AlertOf, round: Round, now: Date, timeZone: string): boolean {
  const dayOf = (at: Date) => new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(at);
  switch (what) {
    case 'offered':
    case 'rescheduled':
    case 'waits':
      return isPending(round);
    case 'tomorrow':
      return isAgreed(round) && dayOf(now) < dayOf(round.proposedDate);
    case 'soon':
      return isAgreed(round) && round.proposedDate.getTime() - now.getTime() >= SOON_MS - SOON_LATE_MS;
    case 'declined':
    case 'cancelled':
    case 'off':
      return true;
    default:
      return isAgreed(round);
  }
}

/** The same for a queued alert; false once its offer is erased. */
export async function isStillTrue(
  deps: Deps,
  { what, offerId }: { readonly what: AlertOf; readonly offerId: string },
): Promise<boolean> {
  const thread = await findThread(deps, offerId);
  const round = thread?.rounds.find(({ id }) => id === offerId);
  return round !== undefined && isAlertTrue(what, round, deps.clock.now(), deps.env.UNIVERSITY_TIMEZONE);
}
