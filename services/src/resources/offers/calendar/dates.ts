import type { Catalogue } from '@flint/texts/catalogue';
import { inLanguage } from '../../../matching/round/index';
import type { Deps } from '../../resource';
import { shownThreadsOf } from '../shown-threads';
import { lastRound, NO_PLACE, type Round, type Thread } from '../thread';
import { calendarFeed, type CalendarDate } from './calendar-file';

/** The parts of an offer that a calendar event needs, in the language of its reader. */
export const calendarDateOf = (thread: Thread, round: Round, texts: Catalogue): CalendarDate => ({
  ...round,
  activity: inLanguage(round.activity, texts),
  location: round.location === NO_PLACE ? '' : inLanguage(round.location, texts),
  rootId: thread.id,
  offerId: round.id,
  sequence: thread.sequence,
  cancelled: round.cancelledAt !== null,
});

/** `Flint <no-reply@campus.edu>` as in env.ts, or the address alone. */
const addressIn = (mailFrom: string) => mailFrom.slice(mailFrom.indexOf('<') + 1).replace('>', '');

/** The app's name and addresses for calendar files. */
export function calendarMaker({ env, clock }: Deps, texts: Catalogue) {
  const { hostname } = new URL(env.PUBLIC_URL);
  return {
    host: hostname,
    appName: env.APP_NAME,
    organizer: addressIn(env.MAIL_FROM),
    offersUrl: new URL('/offers', env.PUBLIC_URL).href,
    now: clock.now(),
    texts,
  };
}

/** Dates older than this are removed from the subscribed calendar. */
const KEPT_MS = 90 * 86_400_000;

/** This student's agreed dates as a calendar to subscribe to, without called-off dates and dates with blocked people. */
export async function feedOf(deps: Deps, userId: string, texts: Catalogue): Promise<string> {
  const from = deps.clock.now().getTime() - KEPT_MS;
  const dates = (await shownThreadsOf(deps, userId)).flatMap((thread) => {
    const round = lastRound(thread);
    const stands = (round.status === 'accepted' || round.status === 'completed') && !round.cancelledAt;
    if (!stands || round.proposedDate.getTime() < from) return [];
    return [{ ...calendarDateOf(thread, round, texts), updatedAt: round.updatedAt }];
  });
  return calendarFeed(dates, calendarMaker(deps, texts));
}
