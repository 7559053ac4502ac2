import { LIMITS } from '@flint/contracts';
import { trusted, type Connection } from 'mongoose';
import { keyedHash } from '../../infra/keyed-hash';
import { tokenHash } from '../../infra/token-hash';
import { jobs } from '../jobs/index';
import type { Deps } from '../resource';

/** The secret a browser returns when it showed an alert; only its hash is stored. */
export const receiptOf = (deps: Pick<Deps, 'secret'>, alertId: string): string =>
  keyedHash(deps, 'alert-shown', alertId);

/** The job that a receipt cancels, so that a mail waits LIMITS.alertMailWaitSeconds for its alert to be shown. */
export const heldBy = (deps: Deps, alertId: string) => ({
  id: tokenHash(receiptOf(deps, alertId)),
  dueAt: new Date(deps.clock.now().getTime() + LIMITS.alertMailWaitSeconds * 1000),
});

/** Deletions that this process has begun. */
const dropping = new WeakMap<Connection, Set<Promise<unknown>>>();

const dropsOn = (db: Connection) => {
  const known = dropping.get(db) ?? new Set();
  dropping.set(db, known);
  return known;
};

/** Resolves when this process has deleted what students were shown. */
export const waitForDrops = async ({ db }: Deps): Promise<void> => void (await Promise.all(dropsOn(db)));

/** Deletes alerts and mails of what their student was shown; returns at once. `only`: those in that state. */
export function dropJobs({ db, log }: Deps, ids: readonly string[], only: { tries?: number } = {}): void {
  if (ids.length === 0) return;
  const dropped: Promise<unknown> = jobs(db)
    .deleteMany({ ...only, _id: trusted({ $in: [...ids] }) })
    .catch((error: unknown) => log.warn({ err: error }, 'an alert or mail that was read is not deleted'))
    .finally(() => dropsOn(db).delete(dropped));
  dropsOn(db).add(dropped);
}

/** Cancels the mail of a receipt. Returns at once, so the response time does not reveal whether there was one. */
export const handleReceipt = (deps: Deps, receipt: string): void => dropJobs(deps, [tokenHash(receipt)]);
