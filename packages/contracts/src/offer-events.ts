/** Server-sent events below the API's base: one `offers` event whenever an offer of the reader changed; what changed is read by GET /offers. */
export const OFFER_EVENTS_PATH = '/offers/events';
