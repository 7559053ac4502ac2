import type { Deps } from '../resource';
import type { AlertOf } from '../alerts/index';
import { isAgreed, isPending, partnerIn, type Round, type Thread } from './thread';
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

interface Queued {
  readonly to: string;
  readonly what: AlertOf;
  readonly offerId: string;
}

/** The offer of a queued alert or mail that is still true, and the other student, null once that one has left; null once the offer is erased. */
export async function findTrue(
  deps: Deps,
  { to, what, offerId }: Queued,
): Promise<{ thread: Thread; round: Round; about: string | null } | null> {
  const thread = await findThread(deps, offerId);
  const round = thread?.rounds.find(({ id }) => id === offerId);
  if (!thread || !round) return null;
  const isTrue = isAlertTrue(what, round, deps.clock.now(), deps.env.UNIVERSITY_TIMEZONE);
  return isTrue ? { thread, round, about: partnerIn(thread, to) } : null;
}
