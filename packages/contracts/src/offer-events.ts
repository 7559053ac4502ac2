/** A GET below the API's base that sends a signed-in student server-sent events instead of JSON. */
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
  description:
    'One event whenever an offer of the reader changed. What changed is read by GET /offers. A reader with Last-Event-ID is sent an event for what it missed since; ' +
    'a reader without one is sent an event for what changed since its page was opened, X-Page-Age milliseconds ago.',
  event: 'offers',
} as const satisfies EventStream;
export const OFFER_EVENTS_PATH = OFFER_EVENTS.path;
/** For a first connection: milliseconds since the page was opened, which is the maximum age of its data. */
export const PAGE_AGE_HEADER = 'x-page-age';
/** An idle stream writes this often, so that neither side takes it for dead. */
export const STREAM_BEAT_MS = 20_000;
