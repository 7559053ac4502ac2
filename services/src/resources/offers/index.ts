// What other resources may use. The routes are in offers.resource.ts: they know matches, which use this file.
export { feedOf } from './calendar/dates';
export { readTimesTaken } from './date-book';
export { missedDates } from './meetings';
export { endOpenOffersBetween } from './end-offers';
export { offerPartners, offersSoFar, type OffersSoFar, type Partners } from './partners';
export { wantsMail } from './mail-choice';
export { offerFacts, reportableOffer, type OfferFacts, type ReportableOffer } from './reportable';
export { NO_PLACE } from './thread';
