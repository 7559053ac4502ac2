import { NO_ABILITIES, type Offer } from '@flint/contracts';
import {
  hasBegun,
  isAgreed,
  isKnown,
  isPending,
  lastRound,
  sideOf,
  userAt,
  otherSide,
  type Round,
  type Thread,
} from './thread';

/** Maximum offers and counter-offers of a thread; after that the two can only accept or decline. */
export const ROUNDS_MAX = 20;

type Abilities = Offer['can'];

/** What this person may do with an offer now (spec 4, 6; decisions/006); `isTimeTaken` by another date of theirs. */
export function abilities(
  thread: Thread,
  round: Round,
  viewerId: string,
  now: Date,
  isTimeTaken = false,
): Abilities {
  const side = sideOf(thread, viewerId);
  if (!side) return NO_ABILITIES;
  const isSender = side === round.by;
  const isLast = lastRound(thread).id === round.id;
  const partnerExists = userAt(thread, otherSide(side)) !== null;
  const answerable = isLast && isPending(round) && partnerExists;
  return {
    accept: answerable && !isSender && round.proposedDate > now && !isTimeTaken,
    decline: answerable && !isSender,
    reschedule: answerable && !isSender && thread.rounds.length < ROUNDS_MAX,
    withdraw: answerable && isSender,
    cancel: isLast && isAgreed(round) && partnerExists,
    addToCalendar: isLast && round.status === 'accepted',
    // safety knows the mailbox of a deleted account for a while
    report: hasBegun(round) && !isSender && (partnerExists || isKnown(thread, now)),
    sayMet: hasBegun(round) && partnerExists,
  };
}
