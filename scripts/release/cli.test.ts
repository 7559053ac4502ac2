import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { readProject } from '@flint/remote-build/cli/project';
import { homeOf } from '@flint/remote-build/cli/project-home';
import { runVerb } from '@flint/remote-build/cli/release';
import { REPOSITORY } from '../compose/remotes';
import { readBy } from '../flint/read';

const project = mkdtempSync(join(tmpdir(), 'flint-project-'));
const FILES = {
  'package.json': { version: '1.0.0', remote: { id: 'auth', port: 4411, screens: ['auth'], budget: 50 } },
  'flint-remote.json': { id: 'auth', screens: [{ id: 'auth' }] },
};
const env = {
  ...process.env,
  RELEASES: join(project, 'releases'),
  DATA_DIR: join(project, 'data'),
  RELEASE_KEYS: '',
};
beforeAll(() => {
  for (const [name, content] of Object.entries(FILES))
    writeFileSync(join(project, name), JSON.stringify(content));
});

/** Runs a verb in the folder of a remote, in this process. */
const runHere = async ([verb = '', ...given]: readonly string[]): Promise<void> =>
  runVerb(homeOf(readProject(project, env), env), verb, readBy('release', verb, given));

/** What a program ends with and says, as if it had no name. */
const said = async (program: readonly string[], cwd: string, args: readonly string[]) => {
  const failed = await promisify(execFile)(process.execPath, [...program, ...args], { cwd, env }).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, stderr }),
  );
  return { ...failed, stderr: failed.stderr.replaceAll('npx flint release', 'flint-remote') };
};
const FLINT = [join(REPOSITORY, 'scripts/flint.mjs'), 'release'];
const FLINT_REMOTE = [
  '--import',
  join(REPOSITORY, 'node_modules/tsx/dist/loader.mjs'),
  join(REPOSITORY, 'packages/remote-build/src/cli.ts'),
];

describe('a call of the release tool that is impossible', () => {
  it.each([
    [
      ['publish', '--cannary', '10'],
      2,
      /^Unknown option '--cannary'\. Usage: npx flint release publish \[--canary/,
    ],
    [['list', 'all'], 2, /^'all' is an argument too many\. Usage: npx flint release list$/],
    [['canary'], 2, /^It takes <percent>\. Usage: /],
    [['canary', 'many'], 2, /^Name a share of 0/],
    [['canary', '50'], 1, /^auth has no canary: publish --canary 10/],
    [['rollback'], 1, /^auth has no release to roll back\./],
    [['rollback', '7.0.0'], 1, /^auth: 7\.0\.0 is none of them: there is no release yet\./],
    [['renew'], 1, /^There is no release of auth yet\./],
    [['renew', 'nobody'], 1, /^There is no release of nobody yet\./],
    [['keys', 'put'], 2, /^'put' is none of new, list, retire, revoke\. Usage: /],
    [['keys', 'new', '../evil', '--remotes', 'auth'], 1, /^Name the key: keys new clubs-team/],
    [['keys', 'revoke', 'nobody'], 1, /^There is no key nobody: keys list names them\./],
    [['keys', 'retire', 'team', '--days', 'many'], 2, /^--days takes a number of days, not 'many'\./],
  ])('%j - is refused with %i and a sentence', async (args, code, says) => {
    const error = await runHere(args).then(
      () => null,
      (refused: unknown) => refused as Error,
    );
    expect(error?.message).toMatch(says);
    expect(error instanceof WrongArguments ? 2 : 1).toBe(code);
  });

  it.each([[['list', 'all']], [['rollback']], [['keys', 'revoke', 'nobody']]])(
    '%j - is refused by both programs with the same sentence and code',
    async (args) => {
      const [here, elsewhere] = await Promise.all([
        said(FLINT, join(REPOSITORY, 'mfe-auth'), args),
        said(FLINT_REMOTE, project, args),
      ]);
      expect(elsewhere.stderr).not.toBe('');
      expect(here).toEqual(elsewhere);
    },
  );
});
