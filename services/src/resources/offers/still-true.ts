import { HOUR_MS } from '@flint/contracts/time';
import { Temporal } from 'temporal-polyfill';
import type { AlertOf } from '../alerts/index';
import type { Deps } from '../resource';
import { completionOf, expiryOf, isAgreed, isPending, partnerIn, type Round, type Thread } from './thread';
import { findThread } from './threads';

/** 'In two hours' may be half an hour late. */
const SOON_MS = 1.5 * HOUR_MS;

/** The last instant that a date can hold. */
const EVER = new Date(8.64e15);

/** Until when an alert about an offer in this state is true; null if its state is another one. */
function trueUntil(what: AlertOf, round: Round, timeZone: string): Date | null {
  const at = round.proposedDate.getTime();
  const ifAgreed = (until: Date) => (isAgreed(round) ? until : null);
  switch (what) {
    case 'offered':
    case 'rescheduled':
    case 'waits':
      return isPending(round) ? expiryOf(round) : null;
    case 'tomorrow': {
      const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
      return ifAgreed(new Date(start.startOfDay().epochMilliseconds));
    }
    case 'soon':
      return ifAgreed(new Date(at - SOON_MS));
    case 'declined':
      return EVER;
    case 'cancelled':
    case 'off':
      return completionOf(round.proposedDate);
    default:
      return ifAgreed(completionOf(round.proposedDate));
  }
}

interface Queued {
  readonly to: string;
  readonly what: AlertOf;
  readonly offerId: string;
}

/**
 * The offer of a queued alert or mail, until when that is true, and the other student, null once that one has left; null once the offer is erased or
 * has another state.
 */
export async function findTrue(
  deps: Deps,
  { to, what, offerId }: Queued,
): Promise<{ thread: Thread; round: Round; about: string | null; until: Date } | null> {
  const thread = await findThread(deps, offerId);
  const round = thread?.rounds.find(({ id }) => id === offerId);
  if (!thread || !round) return null;
  const until = trueUntil(what, round, deps.env.UNIVERSITY_TIMEZONE);
  return until && { thread, round, until, about: partnerIn(thread, to) };
}
