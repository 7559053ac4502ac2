import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { BENCHES } from './benches';

/** The output of one measurement, with its circumstances. */
export interface Result {
  readonly name: string;
  readonly title: string;
  /** ISO calendar date. */
  readonly date: string;
  readonly seconds: number;
  /** The machine's load (runnable processes, one minute) before and after. */
  readonly load: string;
  readonly goalsMet: boolean;
  readonly lines: readonly string[];
}

/** What docs/performance.json has. */
export interface Kept {
  readonly machine: string;
  readonly results: readonly Result[];
}

const FILE = path.join(REPOSITORY, 'docs/performance.json');
const PAGE = path.join(REPOSITORY, 'docs/performance.md');

const machine = () =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** Turns lines of cells into tables; the first of consecutive rows is the header. */
export function asMarkdown(lines: readonly string[]): string {
  const out: string[] = [];
  let inTable = false;
  for (const line of lines) {
    // some measurements print a Markdown table, with outer bars and a separator
    const cells = line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim());
    if (cells.every((cell) => cell === '---')) continue;
    const isRow = cells.length > 2;
    if (!isRow) out.push('', line);
    else {
      if (!inTable) out.push('');
      out.push(`| ${cells.join(' | ')} |`);
      if (!inTable) out.push(`|${cells.map(() => ' --- |').join('')}`);
    }
    inTable = isRow;
  }
  return out.join('\n').trim();
}

const section = ({ name, title, date, load, seconds, goalsMet, lines }: Result) =>
  `## ${title}\n\n\`npm run bench -- ${name}\` on ${date}, machine load ${load}, ${seconds} s. ` +
  `Goals ${goalsMet ? 'met' : 'missed'}.\n\n${asMarkdown(lines)}\n`;

/** The whole page, in the order of a full run. */
export const pageOf = (kept: Kept): string =>
  `# Performance\n\nWritten by \`npm run bench\`; do not edit. Machines are shared and noisy, so figures to compare are ratios ` +
  `within one run. Machine of the last run: ${kept.machine}.\n\n` +
  kept.results.map(section).join('\n');

async function readKept(): Promise<readonly Result[]> {
  try {
    return (JSON.parse(await readFile(FILE, 'utf8')) as Kept).results;
  } catch {
    return [];
  }
}

/** Replaces the result of that name and rewrites the page. */
export async function storeResult(result: Result): Promise<void> {
  const others = (await readKept()).filter(({ name }) => name !== result.name);
  const all = [...others, result];
  const results = BENCHES.flatMap(({ name }) => all.filter((one) => one.name === name));
  const kept: Kept = { machine: machine(), results };
  await writeFile(FILE, `${JSON.stringify(kept, null, 2)}\n`);
  await writeFile(PAGE, pageOf(kept));
}
