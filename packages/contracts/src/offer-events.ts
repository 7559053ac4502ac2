/** A GET below the API's base that answers a signed-in student with server-sent events instead of JSON. */
export interface EventStream {
  /** operationId. */
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Name of its events. */
  readonly event: string;
}

export const OFFER_EVENTS = {
  name: 'streamOfferEvents',
  path: '/offers/events',
  summary: 'Server-sent events: an offer of the reader changed',
  description: 'One event whenever an offer of the reader changed. What changed is read by GET /offers.',
  event: 'offers',
} as const satisfies EventStream;
export const OFFER_EVENTS_PATH = OFFER_EVENTS.path;
