import type { ReportReason } from '@flint/contracts';
import { trusted, type ClientSession } from 'mongoose';
import { ageInSeconds, reportOldest } from '../../infra/metrics';
import type { Deps } from '../resource';
import { reports } from './report.model';
import { openReport, type OpenReport } from './sealed-report';

type Needs = Pick<Deps, 'db' | 'env' | 'secret' | 'log'>;

/** Orders reasons: the gravest first. */
export const SEVERITY: Readonly<Record<ReportReason, number>> = {
  underage: 0,
  safety_concern: 1,
  harassment: 2,
  hate: 3,
  inappropriate_behavior: 3,
  scam: 4,
  impersonation: 4,
  photos: 5,
  fake_profile: 5,
  no_show: 6,
  other: 6,
};

const isAppealed = ({ decision }: OpenReport) => decision?.appeal?.outcome === null;

/**
 * Orders reports of one urgency so that many reports about one person hide nobody else's: the first about each person, those with more
 * reporters before those with fewer, then the second about each, and so on. Otherwise the given order stays.
 */
export function byReporters(
  all: readonly OpenReport[],
  urgencyOf: (report: OpenReport) => number,
): OpenReport[] {
  const reporters = new Map<string, Set<string>>();
  const turns = new Map<string, number>();
  const placed = all.map((each) => {
    const { reporterId, reportedId } = each;
    reporters.set(reportedId, (reporters.get(reportedId) ?? new Set()).add(reporterId));
    const urgency = urgencyOf(each);
    const turn = turns.get(`${urgency} ${reportedId}`) ?? 0;
    turns.set(`${urgency} ${reportedId}`, turn + 1);
    return { each, urgency, turn, by: reporters.get(reportedId)! };
  });
  return placed
    .toSorted((a, b) => a.urgency - b.urgency || a.turn - b.turn || b.by.size - a.by.size)
    .map(({ each }) => each);
}

/** Reports waiting for a decision or an appeal, by severity, reporters and age, oldest first; or all reports. */
export async function listReports(deps: Needs, { all = false } = {}): Promise<OpenReport[]> {
  const found = (await reports(deps.db).find().sort({ createdAt: 1 }).lean()).map((each) =>
    openReport(deps, each),
  );
  const listed = found.filter((report) => all || report.decision === null || isAppealed(report));
  return byReporters(listed, ({ reportType }) => SEVERITY[reportType]);
}

/** Measures how long the oldest report, or appeal, has waited for a decision. */
export async function measureReports({ db, clock, env }: Deps): Promise<void> {
  const appealed = 'decision.appeal.createdAt';
  const appeals = { [appealed]: trusted({ $exists: true }), 'decision.appeal.outcome': null };
  const [report, appeal] = await Promise.all([
    reports(db).findOne({ decision: null }, { createdAt: 1 }).sort({ createdAt: 1 }).lean(),
    reports(db)
      .findOne(appeals, { decision: 1 })
      .sort({ [appealed]: 1 })
      .lean(),
  ]);
  const ages = [report?.createdAt, appeal?.decision?.appeal?.createdAt].map((since) =>
    ageInSeconds(since, clock.now()),
  );
  reportOldest.set({ university: env.UNIVERSITY_EMAIL_HOST }, Math.max(...ages));
}

export async function findReport(
  deps: Needs,
  id: string,
  session: ClientSession | null = null,
): Promise<OpenReport | null> {
  const found = await reports(deps.db).findById(id).session(session).lean();
  return found && openReport(deps, found);
}

/** How many other reports about the person of a report were upheld, and stand. */
export const upheldBefore = async (
  { db }: Pick<Deps, 'db'>,
  { id, reportedId }: Pick<OpenReport, 'id' | 'reportedId'>,
): Promise<number> =>
  reports(db).countDocuments({
    reportedId,
    _id: trusted({ $ne: id }),
    'decision.outcome': 'upheld',
    'decision.appeal.outcome': trusted({ $ne: 'overturned' }),
  });

/** The reports a student made, newest first. */
export async function reportsBy(deps: Needs, reporterId: string): Promise<OpenReport[]> {
  const found = await reports(deps.db).find({ reporterId }).sort({ createdAt: -1, _id: -1 }).lean();
  return found.map((each) => openReport(deps, each));
}
