import type { AlertChoices } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import type { ClientSession } from 'mongoose';
import { pushTotal } from '../../infra/metrics';
import { randomId } from '../../infra/random-id';
import { textsIn } from '../../texts/index';
import { jobsOf, type JobEnd } from '../jobs/index';
import { displayNameOf, loadProfiles } from '../profile/index';
import type { Deps, TimedWork } from '../resource';
import { hasCut } from '../safety/index';
import { alertBrowsers } from './alert.model';
import { liveBrowsersOf } from './browsers';
import { choicesOf, quietEnd } from './choices';
import { push } from './push';
import { heldBy, receiptOf } from './shown';
import { alertText, isEnd, KINDS, type AlertOf } from './words';

const EVERY_MS = 5_000;
/** An alert older than this is dropped; it is longer than a night of quiet hours. */
const KEPT_MS = 16 * HOUR_MS;
/** A signal expires one hour after it was queued. */
const SIGNAL_KEPT_MS = HOUR_MS;
/** After an outage longer than this a reminder would be wrong, so it is not sent. */
const REMINDER_MAIL_KEPT_MS = HOUR_MS;

export interface Alert {
  readonly to: string;
  readonly what: AlertOf;
  readonly offerId: string;
}

/** An alert that waits, by ids only: its text is written when it is sent. */
interface WaitingAlert extends Alert {
  readonly id: string;
  /** It is not sent after that. */
  readonly until: Date;
  /** Ids of the browsers that have it. */
  readonly sent: readonly string[];
}

interface Found {
  /** The other student; null once that one has left. */
  readonly about: string | null;
  /** Until when the alert is true. */
  readonly until: Date;
  readonly round: { readonly proposedDate: Date };
}

/** Finds the offer of an alert; null once it has another state. */
type FindTrue = (deps: Deps, alert: Alert) => Promise<Found | null>;

/** Quiet hours do not hold what is of use only before a date that starts in them, or less than this after them. */
const NEAR_MS = 2 * HOUR_MS;
const isPressing = (what: AlertOf): boolean =>
  isEnd(what) || what === 'accepted' || what === 'soon' || KINDS[what] === 'signal';

interface Dated {
  readonly what: AlertOf;
  /** When the date begins. */
  readonly date: Date;
}

/** The end of the quiet hours that hold an alert; null if it is sent now. */
function heldUntil({ clock, env }: Deps, { what, date }: Dated, quiet: AlertChoices['quiet']): Date | null {
  const end = quietEnd(quiet, clock.now(), env.UNIVERSITY_TIMEZONE);
  const isNear = end && date.getTime() < end.getTime() + NEAR_MS;
  return isNear && isPressing(what) ? null : end;
}

/** How long the mail of an event is worth sending. */
export const mailKeptMs = (what: AlertOf): number =>
  KINDS[what] === 'reminder' ? REMINDER_MAIL_KEPT_MS : KEPT_MS;

/** When a mail that waits for its alert is due, and the receipt that cancels it. */
interface Held {
  readonly id: string;
  readonly dueAt: Date;
}

/** Sends an alert to each browser of the student that does not have it; after quiet hours, if they hold it. */
async function send(deps: Deps, alert: WaitingAlert, findTrue: FindTrue): Promise<JobEnd<WaitingAlert>> {
  const { id, to, what, offerId, sent } = alert;
  const kind = KINDS[what];
  const [choices, found] = await Promise.all([choicesOf(deps, to), findTrue(deps, alert)]);
  if (!found || !choices.kinds.includes(kind)) return 'done';
  const { about } = found;
  const until = Math.min(alert.until.getTime(), found.until.getTime());
  const people = await loadProfiles(deps, about ? [to, about] : [to]);
  const [reader, other] = [people.get(to), people.get(about ?? '')];
  if (!reader || !(other || isEnd(what))) return 'done';
  if (about && (await hasCut(deps, to, about))) return 'done';
  const now = deps.clock.now();
  const held = heldUntil(deps, { what, date: found.round.proposedDate }, choices.quiet);
  if ((held ?? now).getTime() >= until) return 'done';
  if (held) return held;
  const texts = textsIn(reader.language);
  const name = other && choices.showNames ? displayNameOf(other.answers, texts) : undefined;
  const text = alertText(deps.env.APP_NAME, texts, { what, offerId, receipt: receiptOf(deps, id) }, name);
  const how = { keptMs: until - now.getTime(), isUrgent: isPressing(what) };
  const browsers = (await liveBrowsersOf(deps, to)).filter(({ id: browser }) => !sent.includes(browser));
  const results = browsers.map(async ({ id: browser, target }) => {
    const result = await push(deps, target, text, how);
    pushTotal.inc({ result });
    if (result === 'gone') await alertBrowsers(deps.db).deleteOne({ _id: browser, userId: to });
    return { browser, result };
  });
  const ends = await Promise.all(results);
  if (!ends.some(({ result }) => result === 'again')) return 'done';
  const done = ends.filter(({ result }) => result !== 'again').map(({ browser }) => browser);
  return { rest: { ...alert, sent: [...sent, ...done] } };
}

export interface Alerts {
  /**
   * Queues an alert, in the transaction of the step that it tells of, for a student who has a browser for alerts. Returns for what its mail waits
   * meanwhile; null: the caller sends the mail. The alert is due at `dueAt`; default: now.
   */
  queue(deps: Deps, alert: Alert & Dated, session: ClientSession, dueAt?: Date): Promise<Held | null>;
  /** Sends every alert that is due and still true. */
  send(deps: Deps): Promise<void>;
  readonly timed: TimedWork;
}

/** Alerts of events, which are sent as long as `findTrue` finds them. */
export function alertsOf(findTrue: FindTrue): Alerts {
  const waiting = jobsOf<WaitingAlert>({
    kind: 'alert',
    isSealed: false,
    isMissed: false,
    everyMs: EVERY_MS,
    work: (deps, alert) => send(deps, alert, findTrue),
  });
  return {
    async queue(deps, { to, what, offerId, date }, session, dueAt = deps.clock.now()) {
      const now = deps.clock.now();
      const kind = KINDS[what];
      const [isAlertable, { kinds, quiet }] = await Promise.all([
        alertBrowsers(deps.db).exists({ userId: to }),
        choicesOf(deps, to),
      ]);
      if (!isAlertable) return null;
      const id = randomId();
      const keptMs = kind === 'signal' ? SIGNAL_KEPT_MS : KEPT_MS;
      const content = { id, to, what, offerId, until: new Date(now.getTime() + keptMs), sent: [] };
      await waiting.addIn(deps, { id, content, about: [to], dueAt, keptMs }, session);
      const isSentNow = kinds.includes(kind) && !heldUntil(deps, { what, date }, quiet);
      // the browser that shows that a date is off may be at home
      return isSentNow && !isEnd(what) ? heldBy(deps, id) : null;
    },
    send: waiting.run,
    timed: waiting.timed,
  };
}
