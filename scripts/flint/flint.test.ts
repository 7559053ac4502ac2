import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '@flint/testing/program';
import { REPOSITORY } from '../compose/remotes';
import { RUNS } from '../hardening/long.mjs';
import { GROUPS, helpInstead, helpOf } from './commands.mjs';
import { readBy } from './read';

const NAMES = Object.entries(GROUPS).flatMap(([group, { commands }]) =>
  Object.keys(commands).map((name) => [group, name] as const),
);
/** Programs of other packages, and those of the images. */
const PROGRAMS = /^(services|packages|scripts\/operate)\//;
const flint = (...args: string[]) => startProgram(['scripts/flint.mjs', ...args], { NODE_ENV: 'test' });

describe('npx flint', () => {
  it('help - of everything, or of a group - names each command once, with its sentence', async () => {
    const help = flint('help');
    expect(await help.exit).toBe(0);
    expect(help.output()).toBe(`${helpOf()}\n`);
    for (const [group, name] of NAMES) {
      expect(help.output().match(new RegExp(`^  npx flint ${group} ${name}( .*)?$`, 'gm'))).toHaveLength(1);
      expect(help.output()).toContain(`\n      ${GROUPS[group]!.commands[name]!.does}\n`);
    }
    for (const [asked, about] of [
      [['help', 'release'], 'release'],
      [['release', '--help'], 'release'],
      [['--help'], undefined],
      [['-h'], undefined],
    ] as const)
      expect(helpInstead(...asked)).toEqual({ isAsked: true, text: `${helpOf(about)}\n` });
  });

  it('each command - as declared - has tests, or a file with main or that reads its own arguments', () => {
    const wrong = NAMES.filter(([group, name]) => {
      const { file, jest: tests, takes = '' } = GROUPS[group]!.commands[name]!;
      if (!file) return !tests;
      const hasMain = /^export (async function|function|const) main\b/m.test(
        readFileSync(join(REPOSITORY, file), 'utf8'),
      );
      return tests !== undefined || !(hasMain || ['', '…'].includes(takes) || PROGRAMS.test(file));
    });
    expect(wrong).toEqual([]);
  });

  it('help about a command of the database - needs none', async () => {
    const program = flint('operate', 'safety', '--help');
    expect(await program.exit).toBe(0);
    expect(program.output()).toContain('npx flint operate safety show <id>');
  });

  it.each([['--foo'], ['--measure']])(
    '%s, which the command of operators cannot read - is refused in one sentence',
    async (option) => {
      const program = flint('operate', 'safety', option);
      expect(await program.exit).toBe(2);
      expect(program.output().trim().split('\n')).toEqual([expect.stringContaining(`'${option}`)]);
    },
  );

  it('the scripts of package.json - each - are a command, or a tool, for any remote', () => {
    const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const wrong = Object.entries(scripts).filter(([, line]) =>
      [...line.matchAll(/scripts\/flint\.mjs (\S+) (\S+)/g)].some(
        ([, group, name]) => !GROUPS[group!]?.commands[name!],
      ),
    );
    expect(wrong).toEqual([]);
    expect(Object.values(scripts).filter((line) => /mfe-\w/.test(line))).toEqual([]);
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(25);
  });

  it('a command that does not exist - is refused with the help', async () => {
    const program = flint('nothing', 'at', 'all');
    expect(await program.exit).toBe(2);
    expect(program.output()).toBe(helpInstead('nothing', 'at')!.text);
    for (const [group, name] of [['nothing', 'at'], ['constructor'], ['operate', 'toString']])
      expect(helpInstead(group, name)).toEqual({
        isAsked: false,
        text: expect.stringMatching(/^There is no '/),
      });
  });

  it.each([
    ['run', 'start', ['now']],
    ['operate', 'doctor', ['everything']],
    ['operate', 'backup', []],
    ['operate', 'round', ['--dryrun']],
    ['operate', 'migrate', ['sideways']],
    ['operate', 'data-keys', ['change']],
    ['build', 'contract', ['print']],
    ['build', 'image', ['--push']],
    ['build', 'packages', ['one', 'two', 'three']],
    ['build', 'remote', ['clubs', 'chess']],
    ['release', 'list', ['all']],
    ['release', 'registry', ['add', 'one.json', 'two.json']],
    ['release', 'registry', ['put']],
  ])('%s %s %j - which its usage does not declare - is refused with the usage', (group, name, args) => {
    expect(() => readBy(group, name, args)).toThrow(`Usage: npx flint ${group} ${name}`);
  });

  it.each([
    ['run', 'start', '--port=80'],
    ['build', 'browser', 'mfe-nobody'],
    ['run', 'dev', 'mfe-nobody'],
    ['check', 'simulate', 'many'],
  ])('%s %s %s - which is wrong - does nothing, and says why in a sentence', async (...args) => {
    const program = flint(...args.filter(Boolean));
    expect(await program.exit).toBe(2);
    expect(program.output()).not.toMatch(/^ {4}at /m);
    expect(program.output().trim().split('\n')).toHaveLength(1);
  });

  it.each([
    [['release', 'list'], { PUBLIC_URL: 'flint.campus.edu' }],
    [['release', 'registry', 'list'], { PUBLIC_URL: 'flint.campus.edu' }],
    [['run', 'dev'], { PORT: 'many' }],
  ])('%j with %j, a wrong setting - names the setting, without a stack', async (args, env) => {
    const program = startProgram(['scripts/flint.mjs', ...args], { NODE_ENV: 'test', ...env });
    expect(await program.exit).toBe(78);
    expect(program.output()).toMatch(
      new RegExp(`^These settings are wrong .*\n  ${Object.keys(env)[0]}: .*\n$`),
    );
  });

  it('a command - in a folder whose name has # and %20 - runs', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'flint-')), 'a#b%20c');
    symlinkSync(REPOSITORY, folder);
    const links = ['--preserve-symlinks', '--preserve-symlinks-main'];
    const program = startProgram(
      [...links, join(folder, 'scripts/flint.mjs'), 'build', 'remote', 'No Name'],
      {},
    );
    await program.exit;
    expect(program.output()).toContain('A remote has a short name of small letters');
  });

  it('the long runs - each - are commands, and are given what these take', () => {
    for (const [name = '', ...args] of RUNS) {
      const { takes = '' } = GROUPS['check']!.commands[name]!;
      if (!takes.includes('…')) expect(readBy('check', name, args).positionals).toEqual(args);
    }
  });

  it('npm test -- a path of each kind - runs that file only', async () => {
    const files = [
      'scripts/flint/flint.test.ts',
      'mfe-photos/src/PhotosScreen.test.tsx',
      'mfe-photos/tests/photos.browser.test.ts',
      'acceptance/joining.acceptance.test.ts',
    ];
    const jest = [
      'node_modules/jest/bin/jest.js',
      ...GROUPS['check']!.commands['test']!.jest!,
      '--listTests',
    ];
    const run = startProgram([...jest, ...files], {});
    expect(await run.exit).toBe(0);
    expect(run.output().trim().split('\n').toSorted()).toEqual(
      files.map((file) => join(REPOSITORY, file)).toSorted(),
    );
  });

  it('npm test without arguments - runs every test but the long ones, which CI runs too', async () => {
    const ignoredIn = async (isShort: string): Promise<boolean[]> => {
      jest.replaceProperty(process, 'env', { ...process.env, FLINT_SHORT: isShort });
      const projects: { testPathIgnorePatterns: string[] }[] = [];
      jest.isolateModules(() => projects.push(...require('../../jest.config.js').default.projects));
      return projects.map(({ testPathIgnorePatterns }) => testPathIgnorePatterns.includes('\\.long\\.'));
    };
    expect(await ignoredIn('yes')).toEqual([true, true, true, true]);
    expect(await ignoredIn('no')).toEqual([false, false, false, false]);
    const { test, all } = GROUPS['check']!.commands;
    expect([test!.short, all!.short]).toEqual([true, false]);
    expect(readFileSync(join(REPOSITORY, '.ci/run'), 'utf8')).toContain('npx flint check all');
  });

  it('arguments - read by their usage - are those it declares', () => {
    const { positionals, flag, text } = readBy('release', 'keys', [
      'new',
      'offers-team',
      '--remotes',
      'offers',
      '--test',
    ]);
    expect(positionals).toEqual(['new', 'offers-team']);
    expect([text('remotes'), text('days'), flag('test')]).toEqual(['offers', undefined, true]);
  });
});
