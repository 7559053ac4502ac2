// What other resources may use. The routes are in offers.resource.ts: they know matches, which use this file.
export {
  attention,
  endOpenOffersBetween,
  isOverAsked,
  offerPartners,
  type Attention,
  type Partners,
} from './partners';
export { reportableOffer, type ReportableOffer } from './reportable';
