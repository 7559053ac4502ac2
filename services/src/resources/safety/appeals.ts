import { ApiError } from '../../http/api-error';
import type { Deps } from '../resource';
import { isSameOperator, takeStep, type Result } from './decisions';
import { sendAppealOutcome } from './letters';
import { whoNow } from './marks';
import { notifyOperators } from './notify-operators';
import { findReport } from './reports';
import { changeReport, sealFor, type OpenReport } from './sealed-report';
import { changeStanding, withLifted } from './standing';
import type { Strike } from './standing.model';
import { inUnit } from './unit-of-work';

/**
 * Stores a student's appeal against a strike, with the mail to the operators; false if there is no decision or already an appeal. Throws 404
 * once the report has expired.
 */
export const appeal = (
  deps: Deps,
  userId: string,
  { reportId: id, reason: reportType }: Strike,
  text: string,
): Promise<boolean> =>
  inUnit(deps, async (unit) => {
    const report = await findReport(deps, id, unit.session);
    if (!report) throw new ApiError('not_found');
    if (report.reportedId !== userId || report.decision?.outcome !== 'upheld' || report.decision.appeal)
      return false;
    const sealed = sealFor(deps, id, 'appeal', text);
    const made = {
      text: sealed,
      createdAt: deps.clock.now(),
      outcome: null,
      decidedBy: null,
      decidedAt: null,
    };
    await changeReport(deps, id, { 'decision.appeal': made }, unit);
    await notifyOperators(deps, { id, reportType }, 'An appeal', unit);
    return true;
  });

/** Decides an appeal. The operator must not have taken or approved the decision. If overturned, the strike and its measure are lifted. */
export const decideAppeal = (
  deps: Deps,
  report: OpenReport,
  { outcome, by }: { readonly outcome: 'upheld' | 'overturned'; readonly by: string },
): Promise<Result> =>
  takeStep(deps, report, async ({ id, decision, ...about }, unit) => {
    if (!decision?.appeal || decision.appeal.outcome !== null) return { refused: 'no_appeal' };
    if (!by) return { refused: 'needs_name' };
    const deciders = [decision.decidedBy, decision.approvedBy ?? ''];
    if (deciders.some((each) => isSameOperator(by, each))) return { refused: 'same_operator' };
    const { now: reportedId } = await whoNow(deps, about.reportedId);
    const change = {
      reportedId,
      'decision.appeal.outcome': outcome,
      'decision.appeal.decidedBy': by,
      'decision.appeal.decidedAt': deps.clock.now(),
    };
    await changeReport(deps, id, change, unit);
    if (outcome === 'overturned') await changeStanding(deps, reportedId, withLifted(id), unit);
    const decided = (await findReport(deps, id, unit.session))!;
    await sendAppealOutcome(deps, decided, unit);
    return { report: decided };
  });
