import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { GROUPS, helpOf } from '../flint/commands.mjs';
import { readBy } from '../flint/read';
import { sourceFiles } from './source-files';

const read = (name: string) => readFileSync(join(REPOSITORY, name), 'utf8');
/** The rows of a table, and the findings that they also stand for. */
const rowsOf = (table: string) =>
  (JSON.parse(read(table)) as { rows: { row: number | string; also?: string[] }[] }).rows.flatMap(
    ({ row, also = [] }) => [row, ...also],
  );
const countOf = (name: string, pattern: RegExp) => read(name).match(pattern)?.length;
const numberOf = (name: string, pattern: RegExp) => pattern.exec(read(name))![1]!;

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
    const inBrowser = countOf('acceptance/review-bugs.ts', /\.browser\.test/g)!;
    const mutations = `in ${countOf('acceptance/mutations.ts', /^ {2}\{$/gm)! + inBrowser} ways`;
    const fresh = `in ${numberOf('scripts/hardening/fresh-mutations.ts', /NUMBER = (\d+)/)} ways`;
    for (const each of [text, helpOf()])
      expect([each.includes(mutations), each.includes(fresh)]).toEqual([true, true]);
  });

  it('its move of a pilot - stops it before the backup, so that nothing stored after it is lost', () => {
    const steps = read('README.md').match(/(?<=To move a pilot.*?)(?:\bstop it|operate [a-z]+)/gs);
    expect(steps?.slice(0, 3)).toEqual(['stop it', 'operate backup', 'operate restore']);
  });

  it('its lengths and thresholds - of the runs - are those of their settings', () => {
    const text = read('README.md').replaceAll(',', '');
    const run = 'scripts/hardening/run.mjs';
    expect(text).toContain(`${numberOf(run, /FLINT_WORLDS: '(\d+)'/)} sequences in two worlds`);
    expect(text).toContain(`${numberOf(run, /FLINT_FUZZ_REQUESTS: '(\d+)'/)} generated requests`);
    expect(text).toContain(`${numberOf(run, /FLINT_KILL_ROUNDS: '(\d+)'/)} rounds of kill -9`);
    expect(text).toContain(`fails under ${numberOf('stryker.config.mjs', /break: (\d+)/)} %`);
    const branches = numberOf('scripts/jest/coverage.config.mjs', /branches: (\d+)/);
    for (const each of [text, helpOf()]) expect(each).toContain(`${branches} % of the branches`);
  });
});

it('the embedded database - of MongoDB’s and mongoose’s tests - names as many as its lists have', () => {
  const folder = 'packages/embedded-mongo';
  const [differ, exceptions] = ['exceptions', 'mongoose-exceptions'].map((list) =>
    countOf(`${folder}/spec/${list}.txt`, /^.+$/gm),
  );
  const passing = numberOf(`${folder}/spec/main.ts`, /PASSING = (\d+)/);
  const text = read(`${folder}/README.md`);
  expect(text).toContain(`${passing} pass`);
  expect(text).toContain(`${differ} differ`);
  expect(text).toContain(`${exceptions} of mongoose's own tests fail`);
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
