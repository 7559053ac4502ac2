import { createHmac } from 'node:crypto';
import { deriveKey } from '../../infra/derive-key';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { GONE, markOf } from './marks';
import { reports } from './report.model';

/** Makes the reports by and about one name those of another. Safe to repeat. */
export async function moveReports({ db }: Pick<Deps, 'db'>, from: string, to: string): Promise<void> {
  const theirs = await reports(db)
    .find({ $or: [{ reporterId: from }, { reportedId: from }] }, { _id: 1, reporterId: 1, key: 1 })
    .lean();
  for (const { _id, reporterId, key } of theirs) {
    const whose = reporterId === from ? { reporterId: to } : { reportedId: to };
    // a key names the person reported
    const own = key.includes(from) ? { ...whose, key: String(_id) } : whose;
    await reports(db)
      .updateOne({ _id }, { $set: own })
      .catch(async (error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        await reports(db).updateOne({ _id }, { $set: { ...whose, key: String(_id) } });
      });
  }
}

/** A name that stays the same in all reports of an account whose mailbox nobody knows. */
function pseudonymOf({ secret }: Pick<Deps, 'secret'>, userId: string): string {
  const mac = createHmac('sha256', deriveKey(secret, 'report-pseudonyms')).update(userId);
  return GONE + mac.digest('base64url').slice(0, 22);
}

/**
 * Keeps what safety needs without the person: the mark of their mailbox stands in their reports, so that an open one can still be
 * decided and what follows from it waits for the mailbox to come back.
 */
export const pseudonymise = (deps: Deps, userId: string, email: string | null): Promise<void> =>
  moveReports(deps, userId, email ? markOf(deps, email) : pseudonymOf(deps, userId));

/** Gives a student who registers again the reports by and about their mailbox. Safe to repeat. */
export const adoptReports = (deps: Deps, userId: string, email: string): Promise<void> =>
  moveReports(deps, markOf(deps, email), userId);
