// What other resources may use. The routes are in offers.resource.ts: they know matches, which use this file.
export { attention, isOverAsked, type Attention } from './attention';
export { missedDates } from './meetings';
export { endOpenOffersOf } from './end-all';
export { endOpenOffersBetween, offerPartners, type Partners } from './partners';
export { offerFacts, reportableOffer, type OfferFacts, type ReportableOffer } from './reportable';
