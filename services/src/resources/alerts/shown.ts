import { createHmac } from 'node:crypto';
import { LIMITS } from '@flint/contracts';
import type { Connection } from 'mongoose';
import { deriveKey } from '../../infra/derive-key';
import { tokenHash } from '../../infra/token-hash';
import { jobs } from '../jobs/index';
import type { Deps } from '../resource';

/** The secret a browser returns when it showed an alert; only its hash is stored. */
export const receiptOf = ({ secret }: Pick<Deps, 'secret'>, alertId: string): string =>
  createHmac('sha256', deriveKey(secret, 'alert-shown')).update(alertId).digest('base64url');

/** The job that a receipt cancels, so that a mail waits LIMITS.alertMailWaitSeconds for its alert to be shown. */
export const heldBy = (deps: Deps, alertId: string) => ({
  id: tokenHash(receiptOf(deps, alertId)),
  dueAt: new Date(deps.clock.now().getTime() + LIMITS.alertMailWaitSeconds * 1000),
});

/** Receipts this process is still looking up. */
const lookingUp = new WeakMap<Connection, Set<Promise<unknown>>>();

const receiptsOf = (db: Connection) => {
  const known = lookingUp.get(db) ?? new Set();
  lookingUp.set(db, known);
  return known;
};

/** Resolves when all receipts received by this process have been handled. */
export const waitForReceipts = async ({ db }: Deps): Promise<void> =>
  void (await Promise.all(receiptsOf(db)));

/** Cancels the mail of a receipt. Returns at once, so the response time does not reveal whether there was one. */
export function handleReceipt({ db, log }: Deps, receipt: string): void {
  const looking: Promise<unknown> = jobs(db)
    .deleteOne({ _id: tokenHash(receipt) })
    .catch((error: unknown) => log.warn({ err: error }, 'a receipt of an alert was lost'))
    .finally(() => receiptsOf(db).delete(looking));
  receiptsOf(db).add(looking);
}
