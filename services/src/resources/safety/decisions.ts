import type { Measure } from '@flint/contracts';
import { endOpenOffersOf } from '../offers/index';
import type { Deps } from '../resource';
import { tellAgeCleared, tellAppealOutcome, tellDecision, tellOutcome } from './letters';
import { AGE_CHECK } from './age-hold';
import { reports, type Outcome } from './report.model';
import { findReport } from './reports';
import { KEPT_MS, sealFor, type OpenReport } from './sealed-report';
import { addStrike, countFalseReport, liftStrike, releaseAge, standingOf } from './standing';

const SUSPENSION_MS = 7 * 86_400_000;

export interface Verdict {
  readonly outcome: Outcome;
  /** Name of the operator. */
  readonly by: string;
  /** What the person is told; needed where there is a measure. */
  readonly reason: string;
  readonly note: string;
  /** Without it the ladder says: a warning, then seven days, then out. */
  readonly measure?: Measure | 'none' | undefined;
}

/** Why an operator's decision was not taken. */
export type Refusal = 'decided' | 'needs_reason' | 'needs_name' | 'same_operator' | 'no_appeal';
type Result = { readonly report: OpenReport } | { readonly refused: Refusal };

const LADDER: readonly Measure[] = ['warning', 'suspension', 'ban'];

/** What the ladder provides for an upheld report: who is under 18 is out at once. */
export async function nextMeasure(
  deps: Deps,
  report: Pick<OpenReport, 'reporterId' | 'reportedId'>,
): Promise<Measure> {
  if (report.reporterId === AGE_CHECK) return 'ban';
  const { strikes } = await standingOf(deps, report.reportedId);
  const standing = strikes.filter(({ lifted }) => !lifted).length;
  return LADDER[Math.min(standing, LADDER.length - 1)]!;
}

/**
 * Writes a decision once, with what follows from it: a strike and its measure for the person, a count for a made-up report, and a mail to
 * both sides. Only an operator gets here: no report, however worded and however often made, does any of it by itself.
 */
export async function decideReport(deps: Deps, report: OpenReport, verdict: Verdict): Promise<Result> {
  const { outcome, by, reason, note } = verdict;
  if (!by) return { refused: 'needs_name' };
  const wanted = verdict.measure ?? (await nextMeasure(deps, report));
  // somebody who deleted their account is struck, too: it waits for their mailbox
  const measure = outcome === 'upheld' ? wanted : 'none';
  if (measure !== 'none' && !reason) return { refused: 'needs_reason' };
  const now = deps.clock.now();
  const until = measure === 'suspension' ? new Date(now.getTime() + SUSPENSION_MS) : null;
  const decision = {
    outcome,
    measure,
    until,
    reason: sealFor(deps, report.id, 'reason', reason),
    note,
    decidedBy: by,
    decidedAt: now,
    appeal: null,
  };
  const { modifiedCount } = await reports(deps.db).updateOne(
    { _id: report.id, decision: null },
    // the same person may be reported for the same reason again from now on
    {
      $set: {
        decision,
        expiresAt: new Date(now.getTime() + KEPT_MS),
        ...(report.key.startsWith('person:') && { key: report.id }),
      },
    },
  );
  if (modifiedCount === 0) return { refused: 'decided' };
  if (measure !== 'none') {
    const strike = { reportId: report.id, measure, reason: report.reportType, at: now, until, lifted: false };
    await addStrike(deps, report.reportedId, strike);
    if (measure !== 'warning') await endOpenOffersOf(deps, report.reportedId);
  }
  const isAgeCheck = report.reporterId === AGE_CHECK;
  if (isAgeCheck) await releaseAge(deps, report.reportedId);
  if (isAgeCheck && measure === 'none') await tellAgeCleared(deps, report.reportedId);
  if (outcome === 'false' && !isAgeCheck) await countFalseReport(deps, report.reporterId);
  const decided = (await findReport(deps, report.id))!;
  if (measure !== 'none') await tellDecision(deps, decided);
  await tellOutcome(deps, decided);
  return { report: decided };
}

/** Takes the person's appeal; false when there is nothing to appeal or it was appealed before. */
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

/** Decides an appeal, by somebody else than who took the decision; overturned, the strike and its measure are gone. */
export async function decideAppeal(
  deps: Deps,
  report: OpenReport,
  { outcome, by }: { readonly outcome: 'upheld' | 'overturned'; readonly by: string },
): Promise<Result> {
  const { decision } = report;
  if (!decision?.appeal || decision.appeal.outcome !== null) return { refused: 'no_appeal' };
  if (!by) return { refused: 'needs_name' };
  if (by.toLowerCase() === decision.decidedBy.toLowerCase()) return { refused: 'same_operator' };
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
  await tellAppealOutcome(deps, decided);
  return { report: decided };
}
