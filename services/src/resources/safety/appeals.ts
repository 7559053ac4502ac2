import type { Deps } from '../resource';
import { isSameOperator, type Result } from './decisions';
import { sendAppealOutcome } from './letters';
import { reports } from './report.model';
import { findReport } from './reports';
import { sealFor, type OpenReport } from './sealed-report';
import { liftStrike } from './standing';

/** Stores a student's appeal; false if there is no decision or already an appeal. */
export async function appeal(deps: Deps, userId: string, id: string, text: string): Promise<boolean> {
  const { matchedCount } = await reports(deps.db).updateOne(
    { _id: id, reportedId: userId, 'decision.outcome': 'upheld', 'decision.appeal': null },
    {
      $set: {
        'decision.appeal': {
          text: sealFor(deps, id, 'appeal', text),
          createdAt: deps.clock.now(),
          outcome: null,
          decidedBy: null,
          decidedAt: null,
        },
      },
    },
  );
  return matchedCount === 1;
}

/** Decides an appeal. The operator must not have taken or approved the decision. If overturned, the strike and its measure are lifted. */
export async function decideAppeal(
  deps: Deps,
  report: OpenReport,
  { outcome, by }: { readonly outcome: 'upheld' | 'overturned'; readonly by: string },
): Promise<Result> {
  const { decision } = report;
  if (!decision?.appeal || decision.appeal.outcome !== null) return { refused: 'no_appeal' };
  if (!by) return { refused: 'needs_name' };
  const deciders = [decision.decidedBy, decision.approvedBy ?? ''];
  if (deciders.some((each) => isSameOperator(by, each))) return { refused: 'same_operator' };
  const { modifiedCount } = await reports(deps.db).updateOne(
    { _id: report.id, 'decision.appeal.outcome': null },
    {
      $set: {
        'decision.appeal.outcome': outcome,
        'decision.appeal.decidedBy': by,
        'decision.appeal.decidedAt': deps.clock.now(),
      },
    },
  );
  if (modifiedCount === 0) return { refused: 'no_appeal' };
  if (outcome === 'overturned') await liftStrike(deps, report.reportedId, report.id);
  const decided = (await findReport(deps, report.id))!;
  await sendAppealOutcome(deps, decided);
  return { report: decided };
}
