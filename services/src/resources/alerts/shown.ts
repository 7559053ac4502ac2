import { createHmac } from 'node:crypto';
import { LIMITS } from '@flint/contracts';
import { Schema, trusted, type Connection, type Model } from 'mongoose';
import { deriveKey } from '../../infra/derive-key';
import { tokenHash } from '../../infra/token-hash';
import type { Deps } from '../resource';

/** A mail that goes unless a browser shows the alert of the same thing first. It names people by id only: the text is made when it goes. */
export interface AlertMail {
  /** Hash of the receipt that drops it. */
  _id: string;
  userId: string;
  /** Who did it; null where nobody is named. */
  about: string | null;
  /** What happened, as the letters are called. */
  what: string;
  /** The time of the date it is about. */
  at: Date;
  dueAt: Date;
  expiresAt: Date;
}

const schema = new Schema<AlertMail>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    about: { type: String, default: null, index: true },
    what: { type: String, required: true },
    at: { type: Date, required: true },
    dueAt: { type: Date, required: true, index: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'alert_mails' },
);

export const alertMails = (db: Connection) =>
  (db.models.AlertMail as Model<AlertMail>) ?? db.model<AlertMail>('AlertMail', schema);

/** A process that dies while it makes a mail leaves it to the next one after this. */
const CLAIMED_MS = 60_000;

/** What a browser says when it showed an alert: nobody can guess it, and only its hash is stored. */
export const receiptOf = ({ secret }: Pick<Deps, 'secret'>, alertId: string): string =>
  createHmac('sha256', deriveKey(secret, 'alert-shown')).update(alertId).digest('base64url');

/** Keeps a mail back until its alert was shown or LIMITS.alertMailWaitSeconds are over. */
export async function holdMail(
  deps: Deps,
  alertId: string,
  mail: Omit<AlertMail, '_id' | 'dueAt'>,
): Promise<void> {
  const dueAt = new Date(deps.clock.now().getTime() + LIMITS.alertMailWaitSeconds * 1000);
  await alertMails(deps.db).create({ ...mail, _id: tokenHash(receiptOf(deps, alertId)), dueAt });
}

/** Receipts that this process is still looking up. */
const lookingUp = new WeakMap<Connection, Set<Promise<unknown>>>();

const receiptsOf = (db: Connection) => {
  const known = lookingUp.get(db) ?? new Set();
  lookingUp.set(db, known);
  return known;
};

/** Resolves when each receipt of this process dropped its mail, or was none. */
export const receiptsSettled = async ({ db }: Deps): Promise<void> =>
  void (await Promise.all(receiptsOf(db)));

/** Drops the mail of a receipt. Returns at once: the time of an answer does not tell whether there was one. */
export function noteShown({ db, log }: Deps, receipt: string): void {
  const looking: Promise<unknown> = alertMails(db)
    .deleteOne({ _id: tokenHash(receipt) })
    .catch((error: unknown) => log.warn({ err: error }, 'a receipt of an alert was lost'))
    .finally(() => receiptsOf(db).delete(looking));
  receiptsOf(db).add(looking);
}

/** One mail whose wait is over; of several processes one gets it. */
async function claim({ db, clock }: Deps): Promise<AlertMail | null> {
  const now = clock.now();
  const dueAt = new Date(now.getTime() + CLAIMED_MS);
  return alertMails(db)
    .findOneAndUpdate(
      { dueAt: trusted({ $lte: now }), expiresAt: trusted({ $gt: now }) },
      { $set: { dueAt } },
      { sort: { dueAt: 1 } },
    )
    .lean<AlertMail>();
}

/** Hands over each mail whose alert nobody showed in time. One that cannot be made is tried again a minute later. */
export async function takeUnshown(deps: Deps, send: (mail: AlertMail) => Promise<void>): Promise<void> {
  await receiptsSettled(deps);
  for (let mail = await claim(deps); mail; mail = await claim(deps)) {
    try {
      await send(mail);
      await alertMails(deps.db).deleteOne({ _id: mail._id });
    } catch (error) {
      deps.log.warn({ err: error }, 'the mail of an alert was not made');
    }
  }
}
