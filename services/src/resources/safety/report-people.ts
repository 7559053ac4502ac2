import { createHmac } from 'node:crypto';
import { deriveKey } from '../../infra/derive-key';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { GONE, isGone, markOf } from './marks';
import { reports } from './report.model';

/** Moves the reports by and about one id to another. Safe to repeat. */
export async function moveReports({ db }: Pick<Deps, 'db'>, from: string, to: string): Promise<void> {
  const theirs = await reports(db)
    .find({ $or: [{ reporterId: from }, { reportedId: from }] }, { _id: 1, reporterId: 1, key: 1 })
    .lean();
  const isLeft = isGone(from) || isGone(to);
  for (const { _id, reporterId, key } of theirs) {
    const whose =
      reporterId === from ? { reporterId: to } : { reportedId: to, ...(isLeft && { isUnnamed: true }) };
    // in older versions a key contains the id of the reported person, not the mark
    const own = key.includes(from) && !isGone(from) ? { ...whose, key: String(_id) } : whose;
    await reports(db)
      .updateOne({ _id }, { $set: own })
      .catch(async (error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        await reports(db).updateOne({ _id }, { $set: { ...whose, key: String(_id) } });
      });
  }
}

/** A name that is the same in all reports of an account without a known mailbox. */
function pseudonymOf({ secret }: Pick<Deps, 'secret'>, userId: string): string {
  const mac = createHmac('sha256', deriveKey(secret, 'report-pseudonyms')).update(userId);
  return GONE + mac.digest('base64url').slice(0, 22);
}

/**
 * Replaces the id of an erased account in its reports by the mailbox's mark, so that open reports can still be decided. The consequences
 * apply if the mailbox registers again.
 */
export const anonymizeReports = (deps: Deps, userId: string, email: string | null): Promise<void> =>
  moveReports(deps, userId, email ? markOf(deps, email) : pseudonymOf(deps, userId));

/** Restores the reports by and about their mailbox to a student who registers again. Safe to repeat. */
export const adoptReports = (deps: Deps, userId: string, email: string): Promise<void> =>
  moveReports(deps, markOf(deps, email), userId);
