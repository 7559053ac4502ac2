import type { Offer } from './routes/offers';

/** Nothing may be done with an offer: what a card falls back to, and what abilities are added to. */
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
