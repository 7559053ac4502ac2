import { randomUUID } from 'node:crypto';
import { trusted, type ClientSession } from 'mongoose';
import { doClaimed } from '../../infra/do-claimed';
import { pushTotal } from '../../infra/metrics';
import { textsIn } from '../../texts/index';
import { displayNameOf, loadProfiles } from '../profile/index';
import type { Deps } from '../resource';
import { hasCut } from '../safety/index';
import { alertBrowsers, alertJobs, type AlertJob } from './alert.model';
import { pruneEndedBrowsers } from './browsers';
import { choicesOf, quietEnd } from './choices';
import { push } from './push';
import { heldBy, receiptOf } from './shown';
import { alertText, KINDS, type AlertOf } from './words';

/** After this, another process takes over an alert whose sender died. */
const CLAIMED_MS = 60_000;
const SENT_AT_ONCE = 16;
/** Delays before the second, third and fourth try, in milliseconds. */
const AGAIN_AFTER_MS = [60_000, 300_000, 1_800_000];
/** An alert older than this is dropped; it is longer than a night of quiet hours. */
const KEPT_MS = 16 * 3_600_000;
/** A signal expires one hour after it was queued. */
const SIGNAL_KEPT_MS = 3_600_000;
/** After an outage longer than this a reminder would be wrong, so it is not sent. */
const REMINDER_MAIL_KEPT_MS = 3_600_000;

export interface Alert {
  readonly to: string;
  readonly what: AlertOf;
  readonly offerId: string;
  /** The student who acted. */
  readonly about?: string;
}

/** Whether the student wants this kind of alert now: the kind is on, and no quiet hour applies. */
async function isWantedNow(deps: Deps, userId: string, kind: AlertJob['kind']): Promise<boolean> {
  const { kinds, quiet } = await choicesOf(deps, userId);
  return kinds.includes(kind) && !quietEnd(quiet, deps.clock.now(), deps.env.UNIVERSITY_TIMEZONE);
}

/** How long the mail of an event is worth sending. */
export const mailKeptMs = (what: AlertOf): number =>
  KINDS[what] === 'reminder' ? REMINDER_MAIL_KEPT_MS : KEPT_MS;

/** When a mail that waits for its alert is due, and the receipt that cancels it. */
export interface Held {
  readonly id: string;
  readonly dueAt: Date;
}

/**
 * Queues an alert, in the transaction of the step that it tells of, for a student who has a browser for alerts. Returns for what its mail waits
 * meanwhile; null: the caller sends the mail.
 */
export async function queueAlert(
  deps: Deps,
  { to, what, offerId, about }: Alert,
  session: ClientSession,
): Promise<Held | null> {
  const { db, clock } = deps;
  const now = clock.now();
  const kind = KINDS[what];
  const _id = randomUUID();
  const [isAlertable, isWanted] = await Promise.all([
    alertBrowsers(db).exists({ userId: to }),
    isWantedNow(deps, to, kind),
  ]);
  if (!isAlertable) return null;
  const expiresAt = new Date(now.getTime() + (kind === 'signal' ? SIGNAL_KEPT_MS : KEPT_MS));
  const job = {
    _id,
    userId: to,
    kind,
    what,
    offerId,
    about: about ?? null,
    attempts: 0,
    dueAt: now,
    expiresAt,
  };
  await alertJobs(db).create([job], { session });
  return isWanted ? heldBy(deps, _id) : null;
}

/** Claims one alert that is due; only one process gets it. */
async function claim({ db, clock }: Deps): Promise<AlertJob | null> {
  const now = clock.now();
  const dueAt = new Date(now.getTime() + CLAIMED_MS);
  return alertJobs(db)
    .findOneAndUpdate(
      { dueAt: trusted({ $lte: now }), expiresAt: trusted({ $gt: now }) },
      { $set: { dueAt }, $inc: { attempts: 1 } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    )
    .lean<AlertJob>();
}

/** Whether an alert is still true. */
type IsTrue = (alert: Pick<Alert, 'what' | 'offerId'>) => Promise<boolean>;

/** Sends an alert; returns when to try it again, if at all. */
async function send(deps: Deps, job: AlertJob, isTrue: IsTrue): Promise<Date | null> {
  const { userId, kind, about, attempts } = job;
  const [choices, people] = await Promise.all([
    choicesOf(deps, userId),
    loadProfiles(deps, about ? [userId, about] : [userId]),
  ]);
  const reader = people.get(userId);
  if (!reader || !choices.kinds.includes(kind) || (about && !people.has(about))) return null;
  if (about && (await hasCut(deps, userId, about))) return null;
  const now = deps.clock.now();
  const later = quietEnd(choices.quiet, now, deps.env.UNIVERSITY_TIMEZONE);
  if (later) return later;
  if (!(await isTrue({ ...job, what: job.what as AlertOf }))) return null;
  const texts = textsIn(reader.language);
  const name =
    about && choices.showNames ? displayNameOf(people.get(about)?.answers ?? {}, texts) : undefined;
  const text = alertText(deps.env.APP_NAME, texts, { ...job, receipt: receiptOf(deps, job._id) }, name);
  const results = (await pruneEndedBrowsers(deps, userId)).map(async ({ id, target }) => {
    const result = await push(deps, target, text, kind === 'signal');
    pushTotal.inc({ result });
    if (result === 'gone') await alertBrowsers(deps.db).deleteOne({ _id: id, userId });
    return result;
  });
  const wait = AGAIN_AFTER_MS[attempts - 1];
  return (await Promise.all(results)).includes('again') && wait !== undefined
    ? new Date(now.getTime() + wait)
    : null;
}

async function sendOne(deps: Deps, job: AlertJob, isTrue: IsTrue): Promise<void> {
  try {
    const again = await send(deps, job, isTrue);
    if (again) await alertJobs(deps.db).updateOne({ _id: job._id }, { $set: { dueAt: again } });
    else await alertJobs(deps.db).deleteOne({ _id: job._id });
  } catch (error) {
    deps.log.warn({ err: error }, 'an alert was not sent');
  }
}

/**
 * Sends every alert that is due and still true, several in parallel, because any student can name a push service that hangs. A failed alert is retried
 * after a minute; the browser replaces the first copy with the second.
 */
export const sendAlerts = (deps: Deps, isTrue: IsTrue): Promise<void> =>
  doClaimed(
    () => claim(deps),
    (job) => sendOne(deps, job, isTrue),
    SENT_AT_ONCE,
  );
