import { DESK_ROUTES, type DeskErrorCode } from '@flint/contracts/desk';
import { ApiError } from '../http/api-error';
import type { Deps } from '../resources/resource';
import { decideAppeal } from '../resources/safety/appeals';
import { answerProposal, decideReport, lettersOf, type Refusal } from '../resources/safety/decisions';
import { logAct, readLog } from '../resources/safety/operator-log';
import { findReport } from '../resources/safety/reports';
import { reports } from '../resources/safety/report.model';
import type { OpenReport } from '../resources/safety/sealed-report';
import { standingsWithAgeHold } from '../resources/safety/standing';
import { AGE_CHECK } from '../resources/safety/age-hold';
import { isGone } from '../resources/safety/marks';
import type { BindDesk } from './bind';
import { sealedIn, showCase, showQueue } from './cases';
import { DeskError } from './desk-error';
import { disclose, disclosedTo } from './disclosures';
import type { DeskPlace } from './sessions';

const LOG_PAGE = 50;

/** Removes a refusal that cannot occur here: a session always has a name. */
const CODES: Readonly<Record<Exclude<Refusal, 'needs_name'>, DeskErrorCode>> = {
  changed: 'changed',
  decided: 'decided',
  proposed: 'proposed',
  needs_reason: 'needs_reason',
  same_operator: 'same_operator',
  own_proposal: 'own_proposal',
  no_proposal: 'no_proposal',
  no_appeal: 'no_appeal',
};

async function caseOf(deps: Deps, id: string): Promise<OpenReport> {
  const report = await findReport(deps, id);
  if (!report) throw new ApiError('not_found');
  return report;
}

const view = async (deps: Deps, report: OpenReport, operator: string) =>
  showCase(deps, report, await disclosedTo(deps, report, operator));

/** The current decision and its operator, for the slower operator. */
function standsNow({ decision, proposal }: OpenReport): string | undefined {
  if (decision) {
    const who = decision.approvedBy ? `${decision.decidedBy} and ${decision.approvedBy}` : decision.decidedBy;
    const what = decision.measure === 'none' ? decision.outcome : decision.measure;
    return `${who} decided this report meanwhile: ${what}.`;
  }
  return proposal ? `${proposal.by} proposed a ban meanwhile.` : undefined;
}

type Result = { readonly report: OpenReport } | { readonly refused: Refusal };

/** The report after the decision. Throws with the name of the operator who was faster. */
async function settled(deps: Deps, id: string, result: Result): Promise<OpenReport> {
  if ('report' in result) return result.report;
  const { refused } = result;
  // not `changed`: a proposal may be older than the words that were added, and its name would hide them
  const isSecond = ['decided', 'proposed'].includes(refused);
  const told = isSecond ? standsNow(await caseOf(deps, id)) : undefined;
  throw new DeskError(CODES[refused as keyof typeof CODES], told);
}

/** Reports, decisions and the log, by the same functions as `npx flint operate safety`. Every read or decision is logged first. */
export function bindCases(bind: BindDesk, { deps }: DeskPlace): void {
  bind(DESK_ROUTES.listCases, async ({ query, actor: { operator } }) => {
    // background reloads every half minute would fill the log
    if (query.background === 'no') await logAct(deps, operator, 'list');
    return { items: await showQueue(deps, query.decided === 'yes') };
  });

  bind(DESK_ROUTES.readCase, async ({ params, actor: { operator } }) => {
    const report = await caseOf(deps, params.id);
    await logAct(deps, operator, 'show', report.id);
    return view(deps, report, operator);
  });

  bind(DESK_ROUTES.disclose, async ({ params, body, actor: { operator } }) => {
    const report = await caseOf(deps, params.id);
    if (!sealedIn(report).includes(body.what)) throw new ApiError('not_found');
    return disclose(deps, report, { operator, ...body });
  });

  bind(DESK_ROUTES.previewLetters, async ({ params, body, actor: { operator } }) => {
    const report = await caseOf(deps, params.id);
    await logAct(deps, operator, 'letters', report.id);
    const letters = await lettersOf(deps, report, body);
    return {
      items: letters.map(({ to, letter }) => ({
        to,
        subject: letter?.subject ?? null,
        lines: [...(letter?.lines ?? [])],
      })),
    };
  });

  bind(DESK_ROUTES.decideCase, async ({ params, body, actor: { operator } }) => {
    const report = await caseOf(deps, params.id);
    await logAct(deps, operator, `decide ${body.outcome}`, report.id);
    const { version, ...verdict } = body;
    const result = await decideReport(deps, { ...report, version }, { ...verdict, by: operator });
    return view(deps, await settled(deps, report.id, result), operator);
  });

  bind(DESK_ROUTES.answerProposal, async ({ params, body, actor: { operator } }) => {
    const report = await caseOf(deps, params.id);
    await logAct(deps, operator, `proposal ${body.answer === 'approve' ? 'approve' : 'back'}`, report.id);
    const { version, answer } = body;
    const result = await answerProposal(deps, { ...report, version }, { answer, by: operator });
    return view(deps, await settled(deps, report.id, result), operator);
  });

  bind(DESK_ROUTES.decideAppeal, async ({ params, body, actor: { operator } }) => {
    const report = await caseOf(deps, params.id);
    await logAct(deps, operator, `appeal ${body.outcome}`, report.id);
    const result = await decideAppeal(deps, report, { ...body, by: operator });
    return view(deps, await settled(deps, report.id, result), operator);
  });

  bind(DESK_ROUTES.listHeld, async ({ actor: { operator } }) => {
    await logAct(deps, operator, 'held');
    const held = await standingsWithAgeHold(deps);
    const items = held.map(async ({ _id, heldAt }) => {
      const check = await reports(deps.db).findOne(
        { reportedId: _id, reporterId: AGE_CHECK, decision: null },
        { _id: 1 },
      );
      return {
        mark: _id.slice(-6).toUpperCase(),
        since: heldAt!.toISOString(),
        isAccountGone: isGone(_id),
        caseId: check && String(check._id),
      };
    });
    return { items: await Promise.all(items) };
  });

  bind(DESK_ROUTES.readLog, async ({ query, actor: { operator } }) => {
    await logAct(deps, operator, 'log');
    const { rows, problem } = await readLog(deps);
    const older = rows.filter(({ _id }) => _id < query.before);
    const page = older.slice(-LOG_PAGE).toReversed();
    return {
      items: page.map(({ _id, at, operator: by, act, about, reason = '' }) => ({
        row: _id,
        at: at.toISOString(),
        operator: by,
        act,
        about,
        reason,
      })),
      count: rows.length,
      lastHash: rows.at(-1)?.hash ?? null,
      problem,
      hasMore: older.length > page.length,
    };
  });
}
