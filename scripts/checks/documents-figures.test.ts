import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { GROUPS } from '../flint/commands.mjs';
import { readBy } from '../flint/read';
import { sourceFiles } from './source-files';

const read = (name: string) => readFileSync(join(REPOSITORY, name), 'utf8');
const rowsOf = (table: string) =>
  (JSON.parse(read(table)) as { rows: { row: number | string }[] }).rows.map(({ row }) => row);
const countOf = (name: string, pattern: RegExp) => read(name).match(pattern)?.length;

describe('the README', () => {
  it('its figures - of attacks, faults, statements, mutations - are those of the tables', () => {
    const attacks = rowsOf('services/tests/security/attacks.json');
    const own = attacks.filter((row) => typeof row === 'number').length;
    const statements = countOf('docs/product.md', /^- \*\*S[\d.]+\*\*/gm);
    const text = read('README.md');
    expect(text).toContain(`${own} attacks, ${attacks.length - own} findings of outside reviews`);
    expect(text).toContain(`${rowsOf('services/tests/faults/faults.json').length} faults`);
    expect(text).toContain(`the ${statements} numbered statements`);
    expect(read('docs/product.md')).toContain(`in ${statements} numbered statements`);
    expect(text).toContain(`in ${countOf('acceptance/mutations.ts', /^ {2}\{$/gm)} ways`);
    expect(text).toContain(
      `in ${/NUMBER = (\d+)/.exec(read('scripts/hardening/fresh-mutations.ts'))![1]} ways`,
    );
  });
});

describe('commands in documents', () => {
  const commands = sourceFiles(/\.md$/).flatMap((name) =>
    [...read(name).matchAll(/(?:`|^)npx flint ([a-z]+) ([a-z-]+) ([^`#\n]+)/gm)].map(
      ([, group = '', command = '', args = '']) => ({
        name,
        group,
        command,
        args: args.split(/\s+/).filter(Boolean),
      }),
    ),
  );

  it('with arguments - each - has those that its command takes', () => {
    const wrong = commands
      .filter(({ group, command }) => GROUPS[group]?.commands[command]?.takes !== '…')
      // '[--short]' in a document is an option that may be left out
      .map((each) => ({ ...each, args: each.args.map((arg) => arg.replaceAll(/[[\]]/g, '')) }))
      .flatMap(({ name, group, command, args }) => {
        try {
          readBy(group, command, args);
          return [];
        } catch (error) {
          return [`${name}: ${(error as Error).message}`];
        }
      });
    expect(wrong).toEqual([]);
    expect(commands.length).toBeGreaterThan(10);
  });
});
