import type { Deps } from './resources/resource';
import {
  decideReport,
  findReport,
  listReports,
  upheldAgainst,
  type StoredReport,
} from './resources/safety/reports';

const HELP = `npm run safety                              reports that wait, the most serious first
npm run safety -- --all                     decided ones too
npm run safety -- show <id>                 one report with what the offer said
npm run safety -- decide <id> upheld|dismissed [--note "why"]

A decision is written once. Reports name people by their ids only; free text never suspends anybody by itself.`;

interface Answer {
  readonly text: string;
  readonly exitCode: 0 | 1 | 2;
}

const ID = /^[0-9a-f]{24}$/;
const minute = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ');
const stateOf = ({ decision }: StoredReport) => decision?.outcome ?? 'waiting';

const line = (report: StoredReport) =>
  [report._id.toHexString(), minute(report.createdAt), report.reportType.padEnd(22), stateOf(report)].join(
    '  ',
  );

async function page(deps: Pick<Deps, 'db'>, report: StoredReport): Promise<string> {
  const { evidence, decision } = report;
  return [
    `Report    ${report._id.toHexString()}  ${stateOf(report)}`,
    `Made      ${minute(report.createdAt)} UTC`,
    `Type      ${report.reportType}`,
    `By        ${report.reporterId}`,
    `About     ${report.reportedId}  (${await upheldAgainst(deps, report.reportedId)} upheld before)`,
    `Offer     ${report.offerId}`,
    `          ${minute(evidence.proposedDate)} UTC, ${evidence.activity}, ${evidence.location}`,
    ...(evidence.message ? [`          "${evidence.message}"`] : []),
    '',
    report.description,
    ...(decision
      ? ['', `Decided   ${minute(decision.decidedAt)} UTC: ${decision.outcome}. ${decision.note}`]
      : []),
  ].join('\n');
}

/** What `npm run safety` does: operators read and decide reports here, never through a web role (decisions, Report). */
export async function runSafety(
  deps: Pick<Deps, 'db' | 'clock'>,
  [command = 'list', id = '', outcome = '']: readonly string[],
  options: { readonly all?: boolean; readonly note?: string; readonly help?: boolean } = {},
): Promise<Answer> {
  if (options.help) return { text: HELP, exitCode: 0 };
  if (command === 'list') {
    const found = await listReports(deps, { all: options.all ?? false });
    const lines = found.map(line);
    return { text: lines.length > 0 ? lines.join('\n') : 'No report waits for a decision.', exitCode: 0 };
  }
  const report = ID.test(id) ? await findReport(deps, id) : null;
  if (command === 'show') {
    return report
      ? { text: await page(deps, report), exitCode: 0 }
      : { text: `No report ${id}.`, exitCode: 1 };
  }
  if (command === 'decide' && (outcome === 'upheld' || outcome === 'dismissed')) {
    if (!report) return { text: `No report ${id}.`, exitCode: 1 };
    const decided = await decideReport(deps, id, { outcome, note: options.note ?? '' });
    if (!decided) return { text: `Decided before: ${stateOf(report)}.`, exitCode: 1 };
    return { text: await page(deps, decided), exitCode: 0 };
  }
  return { text: HELP, exitCode: 2 };
}
