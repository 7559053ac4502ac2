import { createHmac } from 'node:crypto';
import type { BodyOf, ReportType, ROUTES } from '@flint/contracts';
import type { Types } from 'mongoose';
import { deriveKey } from '../../infra/derive-key';
import { isDuplicateKey } from '../../infra/duplicate-key';
import { endOpenOffersBetween, reportableOffer } from '../offers/index';
import type { Deps } from '../resource';
import { recordBlock } from './blocks';
import { reports, type Decision, type Report } from './report.model';

export type StoredReport = Report & { readonly _id: Types.ObjectId };

/**
 * Keeps a report of a completed offer by its recipient, and blocks the two from each other. Reporting the same offer again
 * answers the first report. `isNew` is true once.
 */
export async function fileReport(
  deps: Deps,
  reporterId: string,
  { offerId, reportType, description }: BodyOf<typeof ROUTES.reportOffer>,
): Promise<{ readonly report: StoredReport; readonly isNew: boolean }> {
  const { senderId, ...offer } = await reportableOffer(deps, reporterId, offerId);
  const { proposedDate, location, activity, message } = offer;
  let isNew = true;
  try {
    await reports(deps.db).create({
      offerId,
      reporterId,
      reportedId: senderId,
      reportType,
      description,
      evidence: { proposedDate, location, activity, message },
      createdAt: deps.clock.now(),
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    isNew = false;
  }
  await recordBlock(deps, reporterId, senderId);
  await endOpenOffersBetween(deps, reporterId, senderId);
  const report = await reports(deps.db).findOne({ offerId, reporterId }).lean();
  return { report: report!, isNew };
}

/** The kind that cannot wait comes first. */
const SEVERITY: Readonly<Record<ReportType, number>> = {
  safety_concern: 0,
  inappropriate_behavior: 1,
  fake_profile: 2,
  no_show: 3,
};

/** Reports waiting for a decision, the most serious kind first and the oldest first within a kind; or all of them. */
export async function listReports({ db }: Pick<Deps, 'db'>, { all = false } = {}): Promise<StoredReport[]> {
  const found = await reports(db)
    .find(all ? {} : { decision: null })
    .sort({ createdAt: 1 })
    .lean();
  return found.toSorted((a, b) => SEVERITY[a.reportType] - SEVERITY[b.reportType]);
}

/** A report by its id, or null. */
export const findReport = async ({ db }: Pick<Deps, 'db'>, id: string): Promise<StoredReport | null> =>
  reports(db).findById(id).lean();

/** Writes a decision once; null when there was one already, or no such report. */
export const decideReport = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  decision: Omit<Decision, 'decidedAt'>,
): Promise<StoredReport | null> =>
  reports(db)
    .findOneAndUpdate(
      { _id: id, decision: null },
      { $set: { decision: { ...decision, decidedAt: clock.now() } } },
      { returnDocument: 'after' },
    )
    .lean();

/** How many reports about a person were upheld, for whoever decides the next one. */
export const upheldAgainst = async ({ db }: Pick<Deps, 'db'>, reportedId: string): Promise<number> =>
  reports(db).countDocuments({ reportedId, 'decision.outcome': 'upheld' });

/** The reports a student made, for the export. */
export const reportsBy = async ({ db }: Deps, reporterId: string) =>
  (await reports(db).find({ reporterId }).sort({ createdAt: -1 }).lean()).map(
    ({ offerId, reportType, description, createdAt }) => ({ offerId, reportType, description, createdAt }),
  );

/** Keeps what safety needs without the person: their id becomes a pseudonym that stays the same in all their reports. */
export async function pseudonymise({ db, secret }: Deps, userId: string): Promise<void> {
  const mac = createHmac('sha256', deriveKey(secret, 'report-pseudonyms')).update(userId);
  const pseudonym = `gone:${mac.digest('base64url').slice(0, 22)}`;
  await reports(db).updateMany({ reporterId: userId }, { $set: { reporterId: pseudonym } });
  await reports(db).updateMany({ reportedId: userId }, { $set: { reportedId: pseudonym } });
}
