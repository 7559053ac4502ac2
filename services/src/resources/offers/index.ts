// What other resources may use. The routes are in offers.resource.ts: they know matches, which use this file.
export { attention, isOverAsked, type Attention } from './attention';
export { missedDates } from './meetings';
export { endOpenOffersBetween, offerPartners, type Partners } from './partners';
export { reportableOffer, type ReportableOffer } from './reportable';
