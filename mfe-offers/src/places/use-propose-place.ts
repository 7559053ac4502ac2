import type { Offer, Place } from '@flint/contracts';
import { placeText } from '@flint/contracts/places/open';
import { holdAct, useHeldAct } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { useAnswers } from '../offers/use-answers';

/** Proposes another place at the same time when an offer's place is gone; sent after five seconds, unless undone. */
export function useProposePlace(offer: Offer) {
  const { id, proposedDate, activity, fromUser } = offer;
  const { answer } = useAnswers(offer, fromUser);
  const key = `propose-place:${id}`;
  return {
    isProposing: useHeldAct()?.key === key,
    propose: (place: Place) =>
      holdAct({
        key,
        text: t('Proposing {place} to {name}', { place: place.name, name: fromUser.name }),
        send: () =>
          answer('reschedule', {
            rescheduleData: { proposedDate, activity, location: placeText(place), placeId: place.id },
          }),
      }),
  };
}
