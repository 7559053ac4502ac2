import { keyedHash } from '../../infra/keyed-hash';
import { onDuplicate } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { GONE, isGone, markOf } from './marks';
import { reports } from './report.model';
import { changeReport, openReport, sealFor } from './sealed-report';
import { inUnit } from './unit-of-work';

type Needs = Pick<Deps, 'db' | 'env' | 'secret' | 'log'>;

/** The evidence if it has a card, else null; also null if no key decrypts it, because nobody can read a card then and the account must still be deletable. */
function cardIn(deps: Needs, stored: Parameters<typeof openReport>[1]) {
  const { evidence } = openReport(deps, stored);
  return 'name' in evidence || 'age' in evidence ? evidence : null;
}

/** Removes the card of a deleted account from a report; the offers stay. Safe to repeat. */
const forgetCard = (deps: Needs, id: string): Promise<void> =>
  inUnit(deps, async (unit) => {
    const stored = await reports(deps.db).findById(id).session(unit.session).lean();
    const card = stored && cardIn(deps, stored);
    if (!card) return;
    const { offers } = card;
    await changeReport(deps, id, { evidence: sealFor(deps, id, 'evidence', { offers }) }, unit);
  });

/** The same for every report of a deleted account: earlier versions kept the card. */
export async function forgetLeftCards(deps: Needs): Promise<void> {
  const isAbout = [{ reportedId: /^gone:/ }, { isUnnamed: true }];
  // runs at each start, so only reports that still have a card take a transaction
  for (const stored of await reports(deps.db).find({ $or: isAbout }).lean())
    if (cardIn(deps, stored)) await forgetCard(deps, String(stored._id));
}

/** Moves the reports by and about one id to another; one of the two belongs to a deleted account. Safe to repeat. */
export async function moveReports(deps: Needs, from: string, to: string): Promise<void> {
  const { db } = deps;
  const theirs = await reports(db)
    .find({ $or: [{ reporterId: from }, { reportedId: from }] }, { _id: 1, reporterId: 1, key: 1 })
    .lean();
  for (const { _id, reporterId, key } of theirs) {
    const whose = reporterId === from ? { reporterId: to } : { reportedId: to, isUnnamed: true };
    // in older versions a key contains the id of the reported person, not a hash of it
    const own = key.includes(from) && !isGone(from) ? { ...whose, key: String(_id) } : whose;
    const move = (set: object) => reports(db).updateOne({ _id }, { $set: set });
    await move(own).catch(onDuplicate(() => move({ ...whose, key: String(_id) })));
    // last, so that whatever is added to a report later sees that the account is gone
    if (reporterId !== from) await forgetCard(deps, String(_id));
  }
}

/** A name that is the same in all reports of an account without a known mailbox. */
const pseudonymOf = (deps: Pick<Deps, 'secret'>, userId: string) =>
  GONE + keyedHash(deps, 'report-pseudonyms', userId).slice(0, 22);

/**
 * Replaces the id of an erased account in its reports by the mailbox's mark, so that open reports can still be decided. The consequences
 * apply if the mailbox registers again.
 */
export const anonymizeReports = (deps: Deps, userId: string, mark: string | null): Promise<void> =>
  moveReports(deps, userId, mark ?? pseudonymOf(deps, userId));

/** Restores the reports by and about their mailbox to a student who registers again. Safe to repeat. */
export const adoptReports = (deps: Deps, userId: string, email: string): Promise<void> =>
  moveReports(deps, markOf(deps, email), userId);
