import { randomUUID } from 'node:crypto';
import { trusted } from 'mongoose';
import { pushTotal } from '../../infra/metrics';
import { textsIn } from '../../texts/index';
import { displayNameOf, loadProfiles } from '../profile/index';
import type { Deps } from '../resource';
import { isBlockedBetween } from '../safety/index';
import { alertBrowsers, alertJobs, type AlertJob } from './alert.model';
import { signedInBrowsers } from './browsers';
import { choicesOf, quietEnd } from './choices';
import { push } from './push';
import { holdMail, receiptOf } from './shown';
import { alertText, KINDS, type AlertOf } from './words';

/** A process that dies while it sends leaves the alert to the next one after this. */
const CLAIMED_MS = 60_000;
/** Alerts that are sent at the same time. */
const SENT_AT_ONCE = 16;
/** Waits before the tries after the first, in milliseconds. */
const AGAIN_AFTER_MS = [60_000, 300_000, 1_800_000];
/** After this nobody wants to hear of it any more; a night of quiet hours fits in. */
const KEPT_MS = 16 * 3_600_000;
/** A signal is news for as long as a date. */
const SIGNAL_KEPT_MS = 3_600_000;
/** An outage longer than this makes a reminder wrong. */
const REMINDER_MAIL_KEPT_MS = 3_600_000;

export interface Alert {
  readonly to: string;
  readonly what: AlertOf;
  readonly offerId: string;
  /** Who did it. */
  readonly about?: string;
}

/** Whether a browser would show it now: the student chose its kind, and it is no quiet hour. */
async function isWantedNow(deps: Deps, userId: string, kind: AlertJob['kind']): Promise<boolean> {
  const { kinds, quiet } = await choicesOf(deps, userId);
  return kinds.includes(kind) && !quietEnd(quiet, deps.clock.now(), deps.env.UNIVERSITY_TIMEZONE);
}

/**
 * Puts an alert into the queue, if the student has a browser for alerts. With `mailAt`, the time of the date, its mail is held back
 * where the alert goes now; false when the mail has to go by itself.
 */
export async function queueAlert(
  deps: Deps,
  { to, what, offerId, about, mailAt }: Alert & { readonly mailAt?: Date },
): Promise<boolean> {
  const { db, clock } = deps;
  if (!(await alertBrowsers(db).exists({ userId: to }))) return false;
  const now = clock.now();
  const kind = KINDS[what];
  const until = (ms: number) => new Date(now.getTime() + ms);
  const _id = randomUUID();
  const named = about ?? null;
  const waits = mailAt !== undefined && (await isWantedNow(deps, to, kind));
  if (waits) {
    const expiresAt = until(kind === 'reminder' ? REMINDER_MAIL_KEPT_MS : KEPT_MS);
    await holdMail(deps, _id, { userId: to, about: named, what, at: mailAt, expiresAt });
  }
  const expiresAt = until(kind === 'signal' ? SIGNAL_KEPT_MS : KEPT_MS);
  const job = { _id, userId: to, kind, what, offerId, about: named, attempts: 0, dueAt: now, expiresAt };
  await alertJobs(db).create(job);
  return waits;
}

/** One alert that is due; of several processes one gets it. */
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

async function send(deps: Deps, job: AlertJob): Promise<Date | null> {
  const { userId, kind, about, attempts } = job;
  const [choices, people] = await Promise.all([
    choicesOf(deps, userId),
    loadProfiles(deps, about ? [userId, about] : [userId]),
  ]);
  const reader = people.get(userId);
  if (!reader || !choices.kinds.includes(kind) || (about && !people.has(about))) return null;
  if (about && (await isBlockedBetween(deps, userId, about))) return null;
  const now = deps.clock.now();
  const later = quietEnd(choices.quiet, now, deps.env.UNIVERSITY_TIMEZONE);
  if (later) return later;
  const texts = textsIn(reader.language);
  const name =
    about && choices.showNames ? displayNameOf(people.get(about)?.answers ?? {}, texts) : undefined;
  const text = alertText(deps.env.APP_NAME, texts, { ...job, receipt: receiptOf(deps, job._id) }, name);
  const results = (await signedInBrowsers(deps, userId)).map(async ({ id, target }) => {
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

async function sendOne(deps: Deps, job: AlertJob): Promise<void> {
  try {
    const again = await send(deps, job);
    if (again) await alertJobs(deps.db).updateOne({ _id: job._id }, { $set: { dueAt: again } });
    else await alertJobs(deps.db).deleteOne({ _id: job._id });
  } catch (error) {
    deps.log.warn({ err: error }, 'an alert was not sent');
  }
}

/**
 * Sends every alert that is due, several at a time: a push service that hangs, which anybody can name, holds up one of them. One that
 * fails on the way is sent again after a minute; a browser shows a repeat in place of the first.
 */
export async function sendAlerts(deps: Deps): Promise<void> {
  const running = new Set<Promise<void>>();
  for (let job = await claim(deps); job; job = await claim(deps)) {
    const sending: Promise<void> = sendOne(deps, job).finally(() => running.delete(sending));
    running.add(sending);
    if (running.size === SENT_AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}
