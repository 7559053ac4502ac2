import type { Offer } from '@flint/contracts';
import { isOpenFor, localTime, placeText } from '@flint/contracts/places/open';
import { ApiError } from '../../http/api-error';
import { placesOf } from '../places/index';
import type { Deps } from '../resource';
import { isOpen, lastRound, type Round, type Thread } from './thread';

interface ProposedPlace {
  /** The offer's location text; null inherits that of the previous offer. */
  readonly location: string | null;
  readonly at: Date;
}

/**
 * The place of the university's list that an offer names; null if none. Refuses a place that is not on the list, is closed then, or does not
 * match the offer's location text.
 */
export async function chosenPlace(
  deps: Deps,
  placeId: string | undefined,
  { location, at }: ProposedPlace,
): Promise<string | null> {
  if (placeId === undefined) return null;
  const place = (await placesOf(deps)).byId.get(placeId);
  const local = localTime(at.getTime(), deps.env.UNIVERSITY_TIMEZONE);
  if (!place || location !== placeText(place) || !isOpenFor(place.hours, local))
    throw new ApiError('place_unavailable');
  return placeId;
}

/** Returns why the place of an open offer in the future is no longer possible. */
export async function placeTroubles(
  deps: Deps,
): Promise<(thread: Thread, round: Round) => Offer['placeTrouble'] | null> {
  const { byId } = await placesOf(deps);
  const now = deps.clock.now();
  return (thread, round) => {
    if (!round.placeId || round.proposedDate <= now) return null;
    if (!isOpen(thread) || lastRound(thread).id !== round.id) return null;
    const place = byId.get(round.placeId);
    if (!place) return 'removed';
    const local = localTime(round.proposedDate.getTime(), deps.env.UNIVERSITY_TIMEZONE);
    return isOpenFor(place.hours, local) ? null : 'closed';
  };
}
