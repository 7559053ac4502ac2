import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { BENCHES } from './benches';

/** What one measurement printed, and beside what. */
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

interface Kept {
  readonly machine: string;
  readonly results: readonly Result[];
}

const FILE = path.join(REPOSITORY, 'docs/performance.json');
const PAGE = path.join(REPOSITORY, 'docs/performance.md');

const machine = () =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** A line of cells becomes a row of a table; the first row of each run of such lines is its head. */
export function asMarkdown(lines: readonly string[]): string {
  const out: string[] = [];
  let inTable = false;
  for (const line of lines) {
    // some measurements print a finished table: with bars around it, and a line under its head
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
  `# Performance\n\nWritten by \`npm run bench\`; do not edit. Figures are ratios of one run where they compare, as machines are ` +
  `shared and noisy. Machine: ${kept.machine}.\n\n` +
  kept.results.map(section).join('\n');

async function readKept(): Promise<readonly Result[]> {
  try {
    return (JSON.parse(await readFile(FILE, 'utf8')) as Kept).results;
  } catch {
    return [];
  }
}

/** Puts a result in place of the earlier one of that name, and writes the page anew. */
export async function keepResult(result: Result): Promise<void> {
  const others = (await readKept()).filter(({ name }) => name !== result.name);
  const all = [...others, result];
  const results = BENCHES.flatMap(({ name }) => all.filter((one) => one.name === name));
  const kept: Kept = { machine: machine(), results };
  await writeFile(FILE, `${JSON.stringify(kept, null, 2)}\n`);
  await writeFile(PAGE, pageOf(kept));
}
