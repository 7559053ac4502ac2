import { DISCLOSURES, type DeskCase, type Disclosed, type QueueItem } from '@flint/contracts/desk';
import { localTime } from '@flint/contracts/places/open';
import type { Deps } from '../resources/resource';
import { AGE_CHECK } from '../resources/safety/age-hold';
import { nextMeasure } from '../resources/safety/decisions';
import { byReporters, listReports } from '../resources/safety/reports';
import { reports } from '../resources/safety/report.model';
import { wordsOf, type OpenReport } from '../resources/safety/sealed-report';
import { standingOf } from '../resources/safety/standing';
import { urgencyOf } from './urgency';

const GROUPS: readonly QueueItem['group'][] = ['today', 'week', 'later', 'second', 'decided'];
/** Most decided reports in a list. */
const DECIDED_MAX = 200;

const countOf = (all: readonly OpenReport[], report: OpenReport) =>
  all.filter(({ id, reportedId }) => reportedId === report.reportedId && id !== report.id).length;

/** The queue, by urgency and reporters, then the earliest due first; or the newest decisions. */
export async function showQueue(deps: Deps, isDecided: boolean): Promise<QueueItem[]> {
  const now = deps.clock.now();
  const all = await listReports(deps, { all: true });
  const urgency = (report: OpenReport) => urgencyOf(report, now);
  const itemOf = (report: OpenReport): QueueItem => {
    const { id, reportType, decision, proposal } = report;
    const { kind, since, due, group } = urgency(report);
    return {
      id,
      kind,
      reason: reportType,
      since: since.toISOString(),
      due: due.toISOString(),
      group,
      earlier: countOf(all, report),
      by: proposal?.by ?? decision?.decidedBy ?? null,
      measure: proposal ? 'ban' : (decision?.measure ?? null),
    };
  };
  const listed = all.filter((report) => (urgency(report).kind === 'decided') === isDecided);
  if (isDecided)
    return listed
      .toSorted((a, b) => urgency(b).since.getTime() - urgency(a).since.getTime())
      .slice(0, DECIDED_MAX)
      .map(itemOf);
  const waiting = listed.toSorted((a, b) => urgency(a).due.getTime() - urgency(b).due.getTime());
  return byReporters(waiting, (report) => GROUPS.indexOf(urgency(report).group)).map(itemOf);
}

/** The sealed parts of a case that an operator can disclose. */
export function sealedIn({ evidence }: OpenReport): DeskCase['sealed'] {
  const has = {
    names: true,
    contact: true,
    place: evidence.offers.length > 0,
    message: evidence.offers.some(({ message, reply }) => message ?? reply),
  };
  return DISCLOSURES.filter((what) => has[what]);
}

function decisionOf({ decision }: OpenReport): DeskCase['decision'] {
  if (!decision) return null;
  const { outcome, measure, until, reason, note, decidedBy, decidedAt, approvedBy, appeal } = decision;
  return {
    outcome,
    measure: measure ?? 'none',
    until: until?.toISOString() ?? null,
    reason: reason ?? '',
    note,
    by: decidedBy,
    approvedBy: approvedBy ?? null,
    at: decidedAt.toISOString(),
    appeal: appeal && {
      text: appeal.text,
      at: appeal.createdAt.toISOString(),
      outcome: appeal.outcome,
      by: appeal.decidedBy,
    },
  };
}

async function aboutOf(deps: Deps, { id, reportedId }: OpenReport): Promise<DeskCase['about']> {
  const [standing, earlier] = await Promise.all([
    standingOf(deps, reportedId),
    reports(deps.db).countDocuments({ reportedId }),
  ]);
  const { strikes, restrictedUntil, heldAt } = standing;
  const isRestricted = restrictedUntil !== null && restrictedUntil > deps.clock.now();
  return {
    earlier: earlier - 1,
    strikes: strikes
      .filter(({ reportId }) => reportId !== id)
      .map(({ measure, reason, at, until, lifted }) => ({
        measure,
        reason,
        at: at.toISOString(),
        until: until?.toISOString() ?? null,
        isLifted: lifted,
      })),
    restrictedUntil: isRestricted ? restrictedUntil.toISOString() : null,
    heldSince: heldAt?.toISOString() ?? null,
  };
}

/** One report as far as an operator may see it: people appear with their restrictions, never their identity. */
export async function showCase(
  deps: Deps,
  report: OpenReport,
  disclosed: readonly Disclosed[],
): Promise<DeskCase> {
  const { id, version, reportType, createdAt, reporterId, evidence, proposal } = report;
  const { kind, since, due } = urgencyOf(report, deps.clock.now());
  const hasReporter = reporterId !== AGE_CHECK;
  const { falseReports } = await standingOf(deps, reporterId);
  return {
    id,
    version,
    kind,
    reason: reportType,
    since: since.toISOString(),
    due: due.toISOString(),
    openedAt: createdAt.toISOString(),
    description: wordsOf(report),
    hasReporter,
    reporter: { reports: await reports(deps.db).countDocuments({ reporterId }), falseReports },
    about: await aboutOf(deps, report),
    offers: evidence.offers.map(({ by, proposedDate, status, activity }) => ({
      by,
      day: localTime(Number(new Date(proposedDate)), deps.env.UNIVERSITY_TIMEZONE).date,
      status,
      activity,
    })),
    sealed: sealedIn(report),
    disclosed: [...disclosed],
    next: await nextMeasure(deps, report),
    proposal: proposal && { ...proposal, at: proposal.at.toISOString() },
    decision: decisionOf(report),
  };
}
