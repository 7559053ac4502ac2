import { OFFER_EVENTS_PATH } from '@flint/contracts';
import type { Resource } from '../resource';
import { eraseFromOffers, exportOffers } from './account';
import { eventsOf } from './event-stream';
import { sendUnshownMail } from './notices';
import { bindOffers } from './offers.routes';
import { sendReminders } from './reminders';
import { completeDue } from './threads';
import { mountUnsubscribe } from './unsubscribe-page';
import { SEALED_LINE } from './your-date/your-date';

const EVERY_MS = 60_000;

/** Offers: invitations, answers, counter-offers, the calendar file, live events, mail, and completion two hours after the time. */
export const offers: Resource = {
  name: 'offers',
  routes(api, deps) {
    bindOffers(api, deps);
    api.stream(OFFER_EVENTS_PATH, ({ userId }, ctx, stands) => eventsOf(deps).open(userId, ctx, stands));
  },
  mount: mountUnsubscribe,
  timed: [
    {
      everyMs: EVERY_MS,
      run: async (deps) => {
        await completeDue(deps);
        await sendReminders(deps);
      },
      failed: 'dates were not completed, or reminders not sent',
    },
    { everyMs: EVERY_MS, run: sendUnshownMail, failed: 'mail of unseen alerts was not sent' },
  ],
  start: (deps) => () => eventsOf(deps).close(),
  sealed: [SEALED_LINE],
  exportUser: (userId, deps) => exportOffers(deps, userId),
  eraseUser: (userId, deps) => eraseFromOffers(deps, userId),
};
