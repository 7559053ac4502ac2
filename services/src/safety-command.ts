import type { Measure } from '@flint/contracts';
import type { Deps } from './resources/resource';
import { decideAppeal } from './resources/safety/appeals';
import { answerProposal, decideReport, nextMeasure, type Refusal } from './resources/safety/decisions';
import { DISTRUSTED_FROM } from './resources/safety/file-report';
import { findReport, listReports, upheldBefore } from './resources/safety/reports';
import type { Author, OfferEvidence } from './resources/safety/report.model';
import { wordsOf, type OpenReport } from './resources/safety/sealed-report';
import { standingOf } from './resources/safety/standing';
import { HELP } from './safety-help';

export interface Answer {
  readonly text: string;
  readonly exitCode: 0 | 1 | 2;
}

export interface Options {
  readonly all?: boolean;
  readonly note?: string;
  readonly by?: string;
  readonly reason?: string;
  readonly measure?: string;
  /** The version and the step of the ladder that `show` printed. */
  readonly seen?: string;
}

const ID = /^[0-9a-f]{24}$/;
const OUTCOMES = ['upheld', 'dismissed', 'false'] as const;
const MEASURES: readonly (Measure | 'none')[] = ['none', 'warning', 'suspension', 'ban'];
type Decided = Awaited<ReturnType<typeof decideReport>>;
const ANSWERS: Readonly<Record<string, 'approve' | 'send_back'>> = { approve: 'approve', back: 'send_back' };
const REFUSALS: Readonly<Record<Refusal, string>> = {
  changed:
    'Read the report as it is now: show <id> prints a number for --seen, and a new one after each change.',
  decided: 'Decided before',
  needs_name: 'Say who decides: --as NAME',
  needs_reason: 'The person is told why: --reason "..."',
  proposed: 'A ban is proposed already: npx flint operate safety proposal <id> approve|back',
  same_operator: 'Someone other than the operator who decided must decide the appeal.',
  own_proposal: 'Someone other than the operator who proposed the ban must approve it.',
  no_proposal: 'No proposed ban waits here.',
  no_appeal: 'No appeal waits here.',
};
/** A person's text for a terminal: control characters are replaced, and each line is marked as theirs. */
const quoted = (text: string) =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => `| ${line.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')}`)
    .join('\n');
/** The same, in one line. */
export const inLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');

const minute = (date: Date | string) => new Date(date).toISOString().slice(0, 16).replace('T', ' ');

function stateOf({ decision, proposal }: OpenReport): string {
  if (!decision) return proposal ? 'ban proposed' : 'waiting';
  return decision.appeal?.outcome === null ? 'appealed' : decision.outcome;
}

const line = (report: OpenReport) =>
  [report.id, minute(report.createdAt), report.reportType.padEnd(22), stateOf(report)].join('  ');

const AUTHORS = { reporter: 'by the reporter', about: 'by the person', unknown: 'author unknown' } as const;
const authorOf = (by: Author) => AUTHORS[by ?? 'unknown'];

function offerLines({ offerId, by, placeBy, message, reply, ...offer }: OfferEvidence): string[] {
  const { status, proposedDate, activity, location } = offer;
  const other = by && (by === 'about' ? 'reporter' : 'about');
  const said = (what: string, text: string | null, author: Author) =>
    text ? [`          ${what}, ${authorOf(author)}: "${inLine(text)}"`] : [];
  return [
    `Offer     ${offerId ?? ''}  ${authorOf(by)}${status ? `, ${status}` : ''}`,
    `          ${minute(proposedDate)} UTC, ${inLine(activity)}, place ${authorOf(placeBy)}: ${inLine(location)}`,
    ...said('message', message, by),
    ...said('answer', reply, other),
  ];
}

function evidenceLines({ evidence: { name, age, offers } }: OpenReport): string[] {
  const card = name ? [`Card      ${inLine(name)}${age ? `, ${age}` : ''}`] : [];
  return [...card, ...offers.flatMap(offerLines)];
}

function proposalLines({ proposal }: OpenReport): string[] {
  if (!proposal) return [];
  const { by, at, reason, note } = proposal;
  return [
    '',
    `Proposed  ${minute(at)} UTC by ${inLine(by)}: ban; a second operator approves it. ${inLine(note)}`,
    `Would tell ${inLine(reason)}`,
  ];
}

function decisionLines({ decision }: OpenReport): string[] {
  if (!decision) return [];
  const { decidedAt, decidedBy, approvedBy, outcome, measure, note, reason, appeal } = decision;
  const how = measure && measure !== 'none' ? `, ${measure}` : '';
  const who = approvedBy ? `${inLine(decidedBy)} and ${inLine(approvedBy)}` : inLine(decidedBy);
  return [
    '',
    `Decided   ${minute(decidedAt)} UTC by ${who}: ${outcome}${how}. ${inLine(note)}`,
    ...(reason ? [`Told      ${inLine(reason)}`] : []),
    ...(appeal ? [`Appeal    ${appeal.outcome ?? 'waiting'}: ${inLine(appeal.text)}`] : []),
  ];
}

async function page(deps: Deps, report: OpenReport): Promise<string> {
  const { falseReports } = await standingOf(deps, report.reporterId);
  const guard = falseReports >= DISTRUSTED_FROM ? `  (${falseReports} reports made up before)` : '';
  const next = report.decision ? '' : `; the ladder says ${await nextMeasure(deps, report)}`;
  return [
    `Report    ${report.id}  ${stateOf(report)}`,
    ...(report.decision ? [] : [`Seen      ${report.version}.${await nextMeasure(deps, report)}`]),
    `Made      ${minute(report.createdAt)} UTC`,
    `Type      ${report.reportType}`,
    `By        ${report.reporterId}${guard}`,
    `About     ${report.reportedId}  (${await upheldBefore(deps, report)} upheld before${next})`,
    ...evidenceLines(report),
    '',
    wordsOf(report) ? quoted(wordsOf(report)) : '(no details given)',
    ...proposalLines(report),
    ...decisionLines(report),
  ].join('\n');
}

const oneOf = <T extends string>(choices: readonly T[], given: string | undefined): T | undefined =>
  choices.find((choice) => choice === given);

/** Implements `npx flint operate safety`: operators read and decide reports here, never through a web role (decisions/012). */
export async function runSafety(
  deps: Deps,
  [command = 'list', id = '', outcome = '']: readonly string[],
  options: Options = {},
): Promise<Answer> {
  if (command === 'list') {
    const lines = (await listReports(deps, { all: options.all ?? false })).map(line);
    return { text: lines.length > 0 ? lines.join('\n') : 'No report waits for a decision.', exitCode: 0 };
  }
  const { by = '', reason = '', note = '', seen = '' } = options;
  const [version = '', next] = seen.split('.');
  const measure = oneOf(MEASURES, options.measure);
  const isWrongMeasure = options.measure !== undefined && measure === undefined;
  const decided = command === 'decide' && !isWrongMeasure ? oneOf(OUTCOMES, outcome) : undefined;
  const answer = command === 'proposal' ? ANSWERS[outcome] : undefined;
  const judged = command === 'appeal' ? oneOf(['upheld', 'overturned'] as const, outcome) : undefined;
  if (command !== 'show' && !decided && !answer && !judged) return { text: HELP, exitCode: 2 };
  const report = ID.test(id) ? await findReport(deps, id) : null;
  if (!report) return { text: `No report ${inLine(id)}.`, exitCode: 1 };
  if (command === 'show') return { text: await page(deps, report), exitCode: 0 };
  const asSeen = { ...report, version };
  let result: Decided;
  const verdict = { by, reason, note, measure, next: oneOf(MEASURES, next) };
  if (decided) result = await decideReport(deps, asSeen, { outcome: decided, ...verdict });
  else if (answer) result = await answerProposal(deps, asSeen, { answer, by });
  else result = await decideAppeal(deps, report, { outcome: judged!, by });
  if ('report' in result) return { text: await page(deps, result.report), exitCode: 0 };
  const said = REFUSALS[result.refused];
  const stands = (await findReport(deps, id)) ?? report;
  return { text: result.refused === 'decided' ? `${said}: ${stateOf(stands)}.` : said, exitCode: 1 };
}
