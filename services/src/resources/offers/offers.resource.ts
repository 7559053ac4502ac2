import { OFFER_EVENTS_PATH } from '@flint/contracts';
import type { Resource } from '../resource';
import { eraseFromOffers, exportOffers } from './account';
import { completeBooks } from './date-book';
import { eventsOf } from './event-stream';
import { alertsSent } from './alerts';
import { noticesSent } from './notices';
import { bindOffers } from './offers.routes';
import { sendReminders } from './reminders';
import { mountUnsubscribe } from './unsubscribe-page';
import { takeDueSteps, withdrawInTime } from './write-offer';
import { SEALED_LINE } from './your-date/your-date';

const EVERY_MS = 60_000;

/** Offers: invitations, answers, counter-offers, the calendar file, live events, mail, and what ends by itself. */
export const offers: Resource = {
  name: 'offers',
  routes(api, deps) {
    bindOffers(api, deps);
    api.stream(OFFER_EVENTS_PATH, (actor, ctx, stands) => eventsOf(deps).open(actor, ctx, stands));
  },
  mount: mountUnsubscribe,
  timed: [
    { everyMs: EVERY_MS, run: takeDueSteps, failed: 'offers did not end by themselves' },
    { everyMs: 1_000, run: withdrawInTime, failed: 'offers were not withdrawn in time' },
    { everyMs: EVERY_MS, run: sendReminders, failed: 'reminders were not sent' },
    noticesSent,
    alertsSent,
  ],
  prepare: completeBooks,
  start: (deps) => () => eventsOf(deps).close(),
  sealed: [SEALED_LINE],
  exportUser: (userId, deps) => exportOffers(deps, userId),
  eraseUser: (userId, deps) => eraseFromOffers(deps, userId),
};
