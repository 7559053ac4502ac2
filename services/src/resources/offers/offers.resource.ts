import { OFFER_EVENTS_PATH } from '@flint/contracts';
import type { Deps, Resource } from '../resource';
import { eraseFromOffers, exportOffers } from './account';
import { bookings } from './booking.model';
import { OfferEvents } from './event-stream';
import { bindOffers } from './offers.routes';
import { quotas } from './quota';
import { threads } from './thread.model';
import { completeDue } from './threads';

const COMPLETE_EVERY_MS = 60_000;

const streams = new WeakMap<object, OfferEvents>();

function eventsOf(deps: Deps): OfferEvents {
  const events = streams.get(deps) ?? new OfferEvents(deps);
  streams.set(deps, events);
  return events;
}

function completeInTime(deps: Deps): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = completeDue(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'dates not completed'),
    );
  }, COMPLETE_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Offers: invitations, answers, counter-offers, the calendar file, and completion two hours after the time. */
export const offers: Resource = {
  name: 'offers',
  routes(api, deps) {
    bindOffers(api, deps);
    api.stream(OFFER_EVENTS_PATH, ({ userId }, ctx) => eventsOf(deps).open(userId, ctx));
  },
  async prepare({ db }) {
    await Promise.all([threads(db).init(), bookings(db).init(), quotas(db).init()]);
  },
  start(deps) {
    const stop = completeInTime(deps);
    return async () => void (await Promise.all([stop(), eventsOf(deps).close()]));
  },
  exportUser: (userId, deps) => exportOffers(deps, userId),
  eraseUser: (userId, deps) => eraseFromOffers(deps, userId),
};
