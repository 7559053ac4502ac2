import { createHmac } from 'node:crypto';
import { LIMITS } from '@flint/contracts';
import { trusted, type Connection } from 'mongoose';
import { deriveKey } from '../../infra/derive-key';
import { tokenHash } from '../../infra/token-hash';
import type { Deps } from '../resource';
import { alertMails, type AlertMail } from './alert.model';

/** After this, another process takes over a mail whose sender died. */
const CLAIMED_MS = 60_000;

/** The secret a browser returns when it showed an alert; only its hash is stored. */
export const receiptOf = ({ secret }: Pick<Deps, 'secret'>, alertId: string): string =>
  createHmac('sha256', deriveKey(secret, 'alert-shown')).update(alertId).digest('base64url');

/** Holds a mail back until its alert was shown or LIMITS.alertMailWaitSeconds have passed. */
export async function holdMail(
  deps: Deps,
  alertId: string,
  mail: Omit<AlertMail, '_id' | 'dueAt'>,
): Promise<void> {
  const dueAt = new Date(deps.clock.now().getTime() + LIMITS.alertMailWaitSeconds * 1000);
  await alertMails(deps.db).create({ ...mail, _id: tokenHash(receiptOf(deps, alertId)), dueAt });
}

/** Receipts this process is still looking up. */
const lookingUp = new WeakMap<Connection, Set<Promise<unknown>>>();

const receiptsOf = (db: Connection) => {
  const known = lookingUp.get(db) ?? new Set();
  lookingUp.set(db, known);
  return known;
};

/** Resolves when all receipts received by this process have been handled. */
export const receiptsSettled = async ({ db }: Deps): Promise<void> =>
  void (await Promise.all(receiptsOf(db)));

/** Cancels the mail of a receipt. Returns at once, so the response time does not reveal whether there was one. */
export function handleReceipt({ db, log }: Deps, receipt: string): void {
  const looking: Promise<unknown> = alertMails(db)
    .deleteOne({ _id: tokenHash(receipt) })
    .catch((error: unknown) => log.warn({ err: error }, 'a receipt of an alert was lost'))
    .finally(() => receiptsOf(db).delete(looking));
  receiptsOf(db).add(looking);
}

/** Claims one mail whose wait is over; only one process gets it. */
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

/** Sends each mail whose alert was not shown in time. A mail that fails is retried a minute later. */
export async function sendUnshown(deps: Deps, send: (mail: AlertMail) => Promise<void>): Promise<void> {
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
