import type { Offer, Place } from '@flint/contracts';
import { placeText } from '@flint/contracts/places/open';
import { t } from '@flint/texts';
import { useAnswers } from '../offers/use-answers';

/** Proposes another place at the same time when an offer's place is gone. */
export function useProposePlace(offer: Offer) {
  const { proposedDate, activity, fromUser } = offer;
  const { hold, busyWith } = useAnswers(offer, fromUser);
  return {
    isProposing: busyWith !== null,
    propose: (place: Place) =>
      hold('reschedule', {
        text: t('Proposing {place} to {name}', { place: place.name, name: fromUser.name }),
        counter: {
          rescheduleData: { proposedDate, activity, location: placeText(place), placeId: place.id },
        },
      }),
  };
}
