import { OFFER_EVENTS_PATH } from '@flint/contracts';
import type { Deps, Resource } from '../resource';
import { eraseFromOffers, exportOffers } from './account';
import { eventsOf } from './event-stream';
import { sendUnshownMail } from './notices';
import { bindOffers } from './offers.routes';
import { sendReminders } from './reminders';
import { completeDue } from './threads';
import { mountUnsubscribe } from './unsubscribe-page';
import { SEALED_LINE } from './your-date/your-date';

const EVERY_MS = 60_000;

/** Runs timed work once a minute. Of several processes, one does each item. */
function startTimedWork(deps: Deps, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(work)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'timed work on offers failed'));
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Offers: invitations, answers, counter-offers, the calendar file, live events, mail, and completion two hours after the time. */
export const offers: Resource = {
  name: 'offers',
  routes(api, deps) {
    bindOffers(api, deps);
    api.stream(OFFER_EVENTS_PATH, ({ userId }, ctx, stands) => eventsOf(deps).open(userId, ctx, stands));
  },
  mount: mountUnsubscribe,
  start(deps) {
    const stopDates = startTimedWork(deps, async () => {
      await completeDue(deps);
      await sendReminders(deps);
    });
    const stopMail = startTimedWork(deps, () => sendUnshownMail(deps));
    return async () => void (await Promise.all([stopDates(), stopMail(), eventsOf(deps).close()]));
  },
  sealed: [SEALED_LINE],
  exportUser: (userId, deps) => exportOffers(deps, userId),
  eraseUser: (userId, deps) => eraseFromOffers(deps, userId),
};
