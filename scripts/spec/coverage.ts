import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { sourceFiles } from '../rooms/source-files';
import { taggedTests } from './titles';

/** The file the table is printed to. */
export const COVERAGE_FILE = join(REPOSITORY, 'docs/spec-coverage.md');

const RULES = readFileSync(join(REPOSITORY, 'docs/product.md'), 'utf8');
/** Heading of each section of docs/product.md, by number. */
const SECTIONS = Object.fromEntries(
  [...RULES.matchAll(/^## (\d)\. (.+)$/gm)].map(([, number, heading]) => [number, heading]),
);
/** Every statement of docs/product.md, by id. */
const statements = Object.fromEntries(
  [...RULES.matchAll(/^- \*\*(S\d\.\d+)\*\* (.+)$/gm)].map(([, id, text]) => [id!, text!]),
);

/** `file: title` of the tests of each statement; ids no statement has are listed apart, with where they stand. */
export function coverage(): { tests: ReadonlyMap<string, readonly string[]>; unknown: readonly string[] } {
  const tests = new Map<string, string[]>(Object.keys(statements).map((id) => [id, []]));
  const unknown: string[] = [];
  for (const name of sourceFiles(/\.test\.tsx?$/)) {
    for (const { title, statements: ids } of taggedTests(readFileSync(join(REPOSITORY, name), 'utf8'))) {
      for (const id of ids) {
        const known = tests.get(id);
        if (known) known.push(`\`${name}\`: ${title}`);
        else unknown.push(`${id} in ${name}`);
      }
    }
  }
  return { tests, unknown };
}

const cell = (text: string) => text.replaceAll('|', '\\|');

/** docs/spec-coverage.md as it should be now. */
export function printCoverage(): string {
  const { tests } = coverage();
  const groups = Object.entries(SECTIONS).map(([number, heading]) => {
    const rows = Object.entries(statements)
      .filter(([id]) => id.startsWith(`S${number}.`))
      .map(([id, text]) => `| ${id} | ${cell(text)} | ${tests.get(id)!.map(cell).join('<br>')} |`);
    return `## ${number}. ${heading}\n\n| id | statement | tests |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# The specification and its tests

Printed by \`npm run spec:print\` from lines \`// spec: S5.3\` above tests; a test fails when a statement has no test, when a line names no
statement, or when this table is out of date. The statements are those of [product.md](product.md).

${groups.join('\n')}`;
}
