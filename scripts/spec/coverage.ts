import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { sourceFiles } from '../rooms/source-files';
import statements from './statements.json' with { type: 'json' };
import { taggedTests } from './titles';

/** The file the table is printed to. */
export const COVERAGE_FILE = join(REPOSITORY, 'docs/spec-coverage.md');

const SECTIONS: Readonly<Record<string, string>> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'Error catalogue',
  9: 'Business constants and limits',
};
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
statement, or when this table is out of date. The statements are in \`scripts/spec/statements.json\`, numbered by section.

${groups.join('\n')}`;
}
