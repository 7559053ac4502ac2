import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = path.join(__dirname, '../README.md');
const part = /<!-- conformance -->[\s\S]*<!-- \/conformance -->/;

export interface Row {
  readonly area: string;
  readonly checks: number;
  /** Passed, one number for each way the area is run: without and with indexes, or once through mongoose. */
  readonly passed: readonly number[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** The README's table as the tests found it. */
export function tableOf(semantic: readonly Row[], mongoose: readonly Row[]): string {
  const all = sum(semantic.map(({ checks }) => checks));
  const through = sum(mongoose.map(({ checks }) => checks));
  return [
    '<!-- conformance -->',
    '',
    line(['what MongoDB does', 'checks', 'without indexes', 'with indexes']),
    line(['---', '---', '---', '---']),
    ...semantic.map(({ area, checks, passed }) => line([area, checks, passed[0] ?? 0, passed[1] ?? 0])),
    line([
      '**all**',
      all,
      sum(semantic.map(({ passed }) => passed[0] ?? 0)),
      sum(semantic.map(({ passed }) => passed[1] ?? 0)),
    ]),
    '',
    line(['through mongoose', 'checks', 'passed']),
    line(['---', '---', '---']),
    ...mongoose.map(({ area, checks, passed }) => line([area, checks, sum(passed)])),
    line(['**all**', through, sum(mongoose.map(({ passed }) => sum(passed)))]),
    '',
    '<!-- /conformance -->',
  ].join('\n');
}

/** The table that stands in the README; written anew when CONFORMANCE_TABLE=write. */
export function tableInReadme(found: string): string {
  const text = readFileSync(file, 'utf8');
  if (process.env.CONFORMANCE_TABLE === 'write') {
    writeFileSync(file, text.replace(part, found));
    return found;
  }
  return part.exec(text)?.[0] ?? '';
}
