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

/** The rules about places, with the list of this moment. */
export interface Places {
  /**
   * The place of the university's list that an offer names; null if none. Refuses a place that is not on the list, is closed then, or does
   * not match the offer's location text. Everybody has the same list, so this reveals nothing about the other person.
   */
  chosen(placeId: string | undefined, proposed: ProposedPlace): string | null;
  /** Why the place of an open offer in the future is no longer possible; null if it is. */
  troubleOf(thread: Thread, round: Round): Offer['placeTrouble'] | null;
}

/** Reads the list of places. */
export async function readPlaces(deps: Deps): Promise<Places> {
  const { byId } = await placesOf(deps);
  const now = deps.clock.now();
  const isOpenAt = (hours: Parameters<typeof isOpenFor>[0], at: Date) =>
    isOpenFor(hours, localTime(at.getTime(), deps.env.UNIVERSITY_TIMEZONE));
  return {
    chosen(placeId, { location, at }) {
      if (placeId === undefined) return null;
      const place = byId.get(placeId);
      if (!place || location !== placeText(place) || !isOpenAt(place.hours, at))
        throw new ApiError('place_unavailable');
      return placeId;
    },
    troubleOf(thread, round) {
      if (!round.placeId || round.proposedDate <= now) return null;
      if (!isOpen(thread) || lastRound(thread).id !== round.id) return null;
      const place = byId.get(round.placeId);
      if (!place) return 'removed';
      return isOpenAt(place.hours, round.proposedDate) ? null : 'closed';
    },
  };
}
