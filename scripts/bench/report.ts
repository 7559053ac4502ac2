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
  `${title}\n\n\`npm run bench -- ${name}\` on ${date}, machine load ${load}, ${seconds} s. ` +
  `Goals ${goalsMet ? 'met' : 'missed'}.\n\n${asMarkdown(lines)}\n`;

/** The page with this result in place of its earlier one, in the order of a full run. */
export function pageWith(page: string, result: Result): string {
  const [, ...sections] = page.split('\n## ');
  const head =
    `# Performance\n\nWritten by \`npm run bench\`; do not edit. Machines are shared and noisy, so figures to compare are ratios ` +
    `within one run. Machine of the last run: ${machine()}.\n`;
  const inOrder = BENCHES.flatMap(({ title }) =>
    title === result.title ? [section(result)] : sections.filter((text) => text.startsWith(`${title}\n`)),
  );
  return [head, ...inOrder].join('\n## ');
}

/** Replaces the measurement's section of the page. */
export async function storeResult(result: Result): Promise<void> {
  await writeFile(PAGE, pageWith(await readFile(PAGE, 'utf8'), result));
}
