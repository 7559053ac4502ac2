import type { Measure } from '@flint/contracts';
import type { ClientSession } from 'mongoose';
import type { Deps } from '../resource';
import { previewLetters, sendAgeCleared, sendDecision, sendOutcome, type PreviewedLetter } from './letters';
import { AGE_CHECK } from './age-hold';
import { followMailbox } from './follow-mailbox';
import { whoNow } from './marks';
import type { Decision, Outcome, Proposal } from './report.model';
import { findReport } from './reports';
import { changeReport, KEPT_MS, sealFor, type OpenReport } from './sealed-report';
import { changeStanding, standingOf, withHold, withoutHold } from './standing';
import { inUnit, type Unit } from './unit-of-work';

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
  /** By default the next step: a warning, then seven days, then a ban. Not for an age check, whose only measure is a ban. */
  readonly measure?: Measure | 'none' | undefined;
  /** The next step as the operator read it: of another one by now, a measure is refused. */
  readonly next?: Measure | 'none' | undefined;
}

/** Why a decision was refused. */
export type Refusal =
  | 'changed'
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
  session: ClientSession | null = null,
): Promise<Measure> {
  if (report.reporterId === AGE_CHECK) return 'ban';
  const { now } = await whoNow(deps, report.reportedId);
  const { strikes } = await standingOf(deps, now, session);
  const standing = strikes.filter(({ lifted }) => !lifted).length;
  return LADDER[Math.min(standing, LADDER.length - 1)]!;
}

/** The measure of a verdict. An age check knows no milder one than its ban: that would free a student under 18. */
const measureFor = async (
  deps: Deps,
  report: OpenReport,
  { outcome, measure }: Pick<Verdict, 'outcome' | 'measure'>,
  session: ClientSession | null = null,
) => {
  // a deleted account gets a strike, too, stored under its mailbox's mark
  if (outcome !== 'upheld') return 'none';
  const chosen = report.reporterId === AGE_CHECK ? undefined : measure;
  return chosen ?? nextMeasure(deps, report, session);
};

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

/** Writes a decision and its consequences: the strike, the end of holds, the count of a false report, and the mail to both sides. */
async function settle(deps: Deps, report: OpenReport, written: Written, unit: Unit): Promise<OpenReport> {
  const { id, reporterId, reportType, key } = report;
  const { outcome, measure, until, reason, decidedAt } = written;
  const isAgeCheck = reporterId === AGE_CHECK;
  const { now: reportedId } = await whoNow(deps, report.reportedId);
  const change = {
    decision: { ...written, reason: sealFor(deps, id, 'reason', reason), appeal: null },
    proposal: null,
    reportedId,
    expiresAt: new Date(decidedAt.getTime() + KEPT_MS),
    // the same person may now be reported again for the same reason
    ...(key.startsWith('person:') && { key: id }),
  };
  await changeReport(deps, id, change, unit);
  const strike = { reportId: id, reason: reportType, at: decidedAt, until, lifted: false };
  await changeStanding(
    deps,
    reportedId,
    (now) => ({
      ...withoutHold(id)(now),
      ...(measure !== 'none' && { strikes: [...now.strikes, { ...strike, measure }] }),
      ...(isAgeCheck && { heldAt: null }),
    }),
    unit,
  );
  if (outcome === 'false' && !isAgeCheck) {
    const { now: liar } = await whoNow(deps, reporterId);
    await changeStanding(deps, liar, ({ falseReports }) => ({ falseReports: falseReports + 1 }), unit);
  }
  const decided = (await findReport(deps, id, unit.session))!;
  if (isAgeCheck && measure === 'none') await sendAgeCleared(deps, reportedId, unit);
  if (measure !== 'none') await sendDecision(deps, decided, unit);
  await sendOutcome(deps, decided, unit);
  return decided;
}

/**
 * Takes a step on a report as it is now, in one transaction: of two operators at once, the slower one sees what the faster one did. A report
 * that is not decided yet must be the one that the operator read, by its version.
 */
export function takeStep(
  deps: Deps,
  { id, version }: OpenReport,
  take: (report: OpenReport, unit: Unit) => Promise<Result>,
): Promise<Result> {
  return inUnit(deps, async (unit) => {
    const now = (await findReport(deps, id, unit.session))!;
    if (!now.decision && now.version !== version) return { refused: 'changed' };
    const result = await take(now, unit);
    if ('report' in result) unit.afterwards.push(() => followMailbox(deps, result.report));
    return result;
  });
}

/**
 * Writes a decision once and applies it: a strike and its measure for the person, a count for a false report, and a mail to both sides. Only
 * operators can do this; no number of reports has these effects. A ban is only proposed: a second operator must approve it (answerProposal).
 */
export const decideReport = (deps: Deps, report: OpenReport, verdict: Verdict): Promise<Result> =>
  takeStep(deps, report, async (now, unit) => {
    const { outcome, by, reason, note, next } = verdict;
    const measure = await measureFor(deps, now, verdict, unit.session);
    const refused = refusalOf(now, verdict, measure);
    if (refused) return { refused };
    if (measure !== 'none' && next && next !== (await nextMeasure(deps, now, unit.session)))
      return { refused: 'changed' };
    const at = deps.clock.now();
    if (measure === 'ban') return proposeBan(deps, now, { by, at, reason, note }, unit);
    const until = measure === 'suspension' ? new Date(at.getTime() + SUSPENSION_MS) : null;
    const written = { outcome, measure, until, reason, note, decidedBy: by, approvedBy: null, decidedAt: at };
    return { report: await settle(deps, now, written, unit) };
  });

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

/** The end of the hold by a proposal: of several on one report, a week after the first, or one operator could suspend without end. */
const holdEnd = ({ heldUntil }: OpenReport, { at }: Proposal) =>
  heldUntil ?? new Date(at.getTime() + PROPOSAL_MS);

/** Suspends the person from dates until a second operator answers, at most a week. */
async function proposeBan(deps: Deps, report: OpenReport, proposal: Proposal, unit: Unit): Promise<Result> {
  const { id } = report;
  const { now: reportedId } = await whoNow(deps, report.reportedId);
  const sealed = { ...proposal, reason: sealFor(deps, id, 'reason', proposal.reason) };
  await changeReport(deps, id, { proposal: sealed, reportedId }, unit);
  const until = holdEnd(report, proposal);
  await changeStanding(deps, reportedId, withHold({ reportId: id, until }), unit);
  return { report: (await findReport(deps, id, unit.session))! };
}

/**
 * A second operator approves a proposed ban or returns the report to the queue; its proposer may only withdraw it. Of two concurrent answers
 * one counts.
 */
export const answerProposal = (
  deps: Deps,
  report: OpenReport,
  { answer, by }: { readonly answer: 'approve' | 'send_back'; readonly by: string },
): Promise<Result> =>
  takeStep(deps, report, async (now, unit) => {
    const { id, proposal } = now;
    if (!by) return { refused: 'needs_name' };
    if (now.decision) return { refused: 'decided' };
    if (!proposal) return { refused: 'no_proposal' };
    if (answer === 'send_back') {
      const { now: reportedId } = await whoNow(deps, now.reportedId);
      await changeReport(deps, id, { proposal: null, heldUntil: holdEnd(now, proposal), reportedId }, unit);
      await changeStanding(deps, reportedId, withoutHold(id), unit);
      return { report: (await findReport(deps, id, unit.session))! };
    }
    if (isSameOperator(by, proposal.by)) return { refused: 'own_proposal' };
    // the person cannot be told a reason that no key opens: the ban must be sent back and proposed again
    if (now.damaged.includes('reason')) return { refused: 'needs_reason' };
    const { reason, note, by: decidedBy } = proposal;
    const ban = { outcome: 'upheld', measure: 'ban', until: null, approvedBy: by } as const;
    const written = { ...ban, reason, note, decidedBy, decidedAt: deps.clock.now() };
    return { report: await settle(deps, now, written, unit) };
  });
