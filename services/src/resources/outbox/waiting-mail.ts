import { trusted } from 'mongoose';
import { cipherOf } from '../../infra/field-cipher';
import type { Mail } from '../../infra/mail';
import { mailer } from '../../infra/mailer';
import { mailOldest } from '../../infra/metrics';
import { randomId } from '../../infra/random-id';
import type { Deps } from '../resource';
import { placeOf, waitingMails, type WaitingMail } from './waiting-mail.model';

const MINUTE_MS = 60_000;
/** Pauses between tries; the last one repeats until `KEPT_MS` are over. */
const PAUSES_MS = [1, 5, 15, 60, 180].map((minutes) => minutes * MINUTE_MS);
const KEPT_MS = 3 * 24 * 60 * MINUTE_MS;
/** A process that took a mail sends it within this time, or another one does. */
const LEASE_MS = 2 * MINUTE_MS;
/** Mails that a process takes at one time. */
const TAKEN_MAX = 100;

const soon = ({ clock }: Deps, ms: number) => new Date(clock.now().getTime() + ms);

/** Tries once; then the mail leaves the database, or waits for its next try. */
function attempt(deps: Deps, { _id, tries, createdAt }: Omit<WaitingMail, 'mail'>, mail: Mail): void {
  mailer(deps).tryOnce(mail, async (result) => {
    const dueAt = soon(deps, PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!);
    const isOver = result !== 'again' || dueAt.getTime() - createdAt.getTime() > KEPT_MS;
    if (isOver) await waitingMails(deps.db).deleteOne({ _id });
    else await waitingMails(deps.db).updateOne({ _id }, { dueAt });
    return isOver && result === 'again' ? 'given_up' : result;
  });
}

/**
 * Stores a mail and resolves; a mail server gets it at once, else with growing pauses for three days, from any process. It may arrive twice: a
 * process can end between the server's answer and the database's.
 */
export async function post(deps: Deps, mail: Omit<Mail, 'onGivenUp'>): Promise<void> {
  const _id = randomId();
  const createdAt = deps.clock.now();
  const row = { _id, about: [...(mail.about ?? [])], tries: 1, dueAt: soon(deps, LEASE_MS), createdAt };
  await waitingMails(deps.db).create({ ...row, mail: cipherOf(deps).seal(mail, placeOf(_id)) });
  attempt(deps, row, mail);
}

/** Posts a mail to the operators, if SAFETY_EMAIL names them. */
export async function postToOperators(deps: Deps, subject: string, text: string): Promise<void> {
  const { APP_NAME, SAFETY_EMAIL } = deps.env;
  if (!SAFETY_EMAIL) return;
  const html = `<pre>${text}</pre>`;
  await post(deps, { to: { address: SAFETY_EMAIL }, subject: `${APP_NAME}: ${subject}`, text, html });
}

/** Tries the mails that are due, and measures how old the oldest one is. Of several processes, one takes each. */
export async function sendWaitingMail(deps: Deps): Promise<void> {
  const oldest = await waitingMails(deps.db).findOne({}, { createdAt: 1 }).sort({ createdAt: 1 }).lean();
  const age = oldest ? deps.clock.now().getTime() - oldest.createdAt.getTime() : 0;
  mailOldest.set({ university: deps.env.UNIVERSITY_EMAIL_HOST }, age / 1000);
  for (let taken = 0; taken < TAKEN_MAX; taken += 1) {
    const due = await waitingMails(deps.db)
      .findOneAndUpdate(
        { dueAt: trusted({ $lte: deps.clock.now() }) },
        { $set: { dueAt: soon(deps, LEASE_MS) }, $inc: { tries: 1 } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      .lean<WaitingMail>();
    if (!due) return;
    attempt(deps, due, cipherOf(deps).open(due.mail, placeOf(due._id)) as Mail);
  }
}
