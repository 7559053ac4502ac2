import type { Offer } from './routes/offers';

/** No ability on an offer: the default of a card, and the base that abilities are added to. */
export const NO_ABILITIES: Offer['can'] = {
  accept: false,
  decline: false,
  reschedule: false,
  withdraw: false,
  cancel: false,
  addToCalendar: false,
  report: false,
  sayMet: false,
};
