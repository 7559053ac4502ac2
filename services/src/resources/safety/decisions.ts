import type { Measure } from '@flint/contracts';
import type { Deps } from '../resource';
import { previewLetters, sendAgeCleared, sendDecision, sendOutcome, type PreviewedLetter } from './letters';
import { AGE_CHECK } from './age-hold';
import { reports, type Decision, type Outcome, type Proposal } from './report.model';
import { findReport } from './reports';
import { KEPT_MS, sealFor, type OpenReport } from './sealed-report';
import {
  addStrike,
  countFalseReport,
  endProposalHold,
  suspendForProposal,
  releaseAge,
  standingOf,
} from './standing';

export const SUSPENSION_MS = 7 * 86_400_000;
/** Longest hold by a proposed ban: one operator alone suspends no longer. */
const PROPOSAL_MS = SUSPENSION_MS;

export const isSameOperator = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export interface Verdict {
  readonly outcome: Outcome;
  /** Name of the operator. */
  readonly by: string;
  /** The text the student receives; required with a measure. */
  readonly reason: string;
  readonly note: string;
  /** By default the next step: a warning, then seven days, then a ban. */
  readonly measure?: Measure | 'none' | undefined;
}

/** Why a decision was refused. */
export type Refusal =
  | 'decided'
  | 'proposed'
  | 'needs_reason'
  | 'needs_name'
  | 'same_operator'
  | 'own_proposal'
  | 'no_proposal'
  | 'no_appeal';
export type Result = { readonly report: OpenReport } | { readonly refused: Refusal };

const LADDER: readonly Measure[] = ['warning', 'suspension', 'ban'];

/** The measure for an upheld report; a student under 18 is banned at once. */
export async function nextMeasure(
  deps: Deps,
  report: Pick<OpenReport, 'reporterId' | 'reportedId'>,
): Promise<Measure> {
  if (report.reporterId === AGE_CHECK) return 'ban';
  const { strikes } = await standingOf(deps, report.reportedId);
  const standing = strikes.filter(({ lifted }) => !lifted).length;
  return LADDER[Math.min(standing, LADDER.length - 1)]!;
}

const measureFor = async (
  deps: Deps,
  report: OpenReport,
  { outcome, measure }: Pick<Verdict, 'outcome' | 'measure'>,
) =>
  // a deleted account gets a strike, too, stored under its mailbox's mark
  outcome === 'upheld' ? (measure ?? (await nextMeasure(deps, report))) : 'none';

/** Why a verdict is refused; null if it is not. */
const refusalOf = (
  report: OpenReport,
  { by, reason }: Verdict,
  measure: Measure | 'none',
): Refusal | null => {
  if (!by) return 'needs_name';
  if (report.decision) return 'decided';
  if (report.proposal) return 'proposed';
  return measure !== 'none' && !reason ? 'needs_reason' : null;
};

type Written = Omit<Decision, 'reason' | 'appeal'> & { readonly reason: string };

/** Writes a decision if the report still matches `stands`, and applies its consequences; null if another operator was faster. */
async function settle(
  deps: Deps,
  report: OpenReport,
  written: Written,
  stands: Record<string, unknown>,
): Promise<OpenReport | null> {
  const { outcome, measure, until, reason, decidedAt } = written;
  const decision = { ...written, reason: sealFor(deps, report.id, 'reason', reason), appeal: null };
  const { modifiedCount } = await reports(deps.db).updateOne(
    { _id: report.id, decision: null, ...stands },
    // the same person may now be reported again for the same reason
    {
      $set: {
        decision,
        proposal: null,
        expiresAt: new Date(decidedAt.getTime() + KEPT_MS),
        ...(report.key.startsWith('person:') && { key: report.id }),
      },
    },
  );
  if (modifiedCount === 0) return null;
  if (measure !== 'none') {
    const strike = {
      reportId: report.id,
      measure,
      reason: report.reportType,
      at: decidedAt,
      until,
      lifted: false,
    };
    await addStrike(deps, report.reportedId, strike);
  }
  const isAgeCheck = report.reporterId === AGE_CHECK;
  if (isAgeCheck) await releaseAge(deps, report.reportedId);
  if (isAgeCheck && measure === 'none') await sendAgeCleared(deps, report.reportedId);
  if (outcome === 'false' && !isAgeCheck) await countFalseReport(deps, report.reporterId);
  const decided = (await findReport(deps, report.id))!;
  if (measure !== 'none') await sendDecision(deps, decided);
  await sendOutcome(deps, decided);
  return decided;
}

/**
 * Writes a decision once and applies it: a strike and its measure for the person, a count for a false report, and a mail to both sides. Only
 * operators can do this; no number of reports has these effects. A ban is only proposed: a second operator must approve it (answerProposal).
 */
export async function decideReport(deps: Deps, report: OpenReport, verdict: Verdict): Promise<Result> {
  const { outcome, by, reason, note } = verdict;
  const measure = await measureFor(deps, report, verdict);
  const refused = refusalOf(report, verdict, measure);
  if (refused) return { refused };
  const now = deps.clock.now();
  if (measure === 'ban') return proposeBan(deps, report, { by, at: now, reason, note });
  const until = measure === 'suspension' ? new Date(now.getTime() + SUSPENSION_MS) : null;
  const written = { outcome, measure, until, reason, note, decidedBy: by, approvedBy: null, decidedAt: now };
  const decided = await settle(deps, report, written, { proposal: null });
  return decided ? { report: decided } : { refused: await currentRefusal(deps, report) };
}

/** The letters this verdict would send, with a ban counted as approved. Nothing is written or sent. */
export async function lettersOf(
  deps: Deps,
  report: OpenReport,
  verdict: Pick<Verdict, 'outcome' | 'measure' | 'reason'>,
): Promise<PreviewedLetter[]> {
  const measure = await measureFor(deps, report, verdict);
  const until = measure === 'suspension' ? new Date(deps.clock.now().getTime() + SUSPENSION_MS) : null;
  const told = { outcome: verdict.outcome, measure, reason: verdict.reason, until };
  return previewLetters(deps, report, told, report.reporterId === AGE_CHECK);
}

/** The refusal that describes what another operator did with a report meanwhile. */
async function currentRefusal(deps: Deps, { id }: OpenReport): Promise<Refusal> {
  return (await findReport(deps, id))?.proposal ? 'proposed' : 'decided';
}

/** Suspends the person from dates until a second operator answers, at most a week. */
async function proposeBan(deps: Deps, report: OpenReport, proposal: Proposal): Promise<Result> {
  const sealed = { ...proposal, reason: sealFor(deps, report.id, 'reason', proposal.reason) };
  const { modifiedCount } = await reports(deps.db).updateOne(
    { _id: report.id, decision: null, proposal: null },
    { $set: { proposal: sealed } },
  );
  if (modifiedCount === 0) return { refused: await currentRefusal(deps, report) };
  const until = new Date(proposal.at.getTime() + PROPOSAL_MS);
  await suspendForProposal(deps, report.reportedId, { reportId: report.id, until });
  return { report: (await findReport(deps, report.id))! };
}

/**
 * A second operator approves a proposed ban or returns the report to the queue; its proposer may only withdraw it. Of two concurrent answers
 * one counts.
 */
export async function answerProposal(
  deps: Deps,
  report: OpenReport,
  { answer, by }: { readonly answer: 'approve' | 'send_back'; readonly by: string },
): Promise<Result> {
  const { proposal } = report;
  if (!by) return { refused: 'needs_name' };
  if (report.decision) return { refused: 'decided' };
  if (!proposal) return { refused: 'no_proposal' };
  const stands = { 'proposal.at': proposal.at, 'proposal.by': proposal.by };
  if (answer === 'send_back') {
    const { modifiedCount } = await reports(deps.db).updateOne(
      { _id: report.id, decision: null, ...stands },
      { $set: { proposal: null } },
    );
    if (modifiedCount === 0) return { refused: 'no_proposal' };
    await endProposalHold(deps, report.reportedId, report.id);
    return { report: (await findReport(deps, report.id))! };
  }
  if (isSameOperator(by, proposal.by)) return { refused: 'own_proposal' };
  const decided = await settle(
    deps,
    report,
    {
      outcome: 'upheld',
      measure: 'ban',
      until: null,
      reason: proposal.reason,
      note: proposal.note,
      decidedBy: proposal.by,
      approvedBy: by,
      decidedAt: deps.clock.now(),
    },
    stands,
  );
  if (!decided) return { refused: 'decided' };
  await endProposalHold(deps, report.reportedId, report.id);
  return { report: decided };
}
