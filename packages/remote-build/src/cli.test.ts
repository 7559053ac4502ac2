import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const CLI = join(import.meta.dirname, 'cli.ts');
const PROJECT = JSON.stringify({
  version: '1.0.0',
  remote: { id: 'clubs', port: 4411, screens: ['clubs'], budget: 50 },
});

/** Runs `flint-remote` in a folder with these files; returns its exit code and what it says. */
async function failureOf(args: readonly string[], files: Readonly<Record<string, string>>) {
  const cwd = mkdtempSync(join(tmpdir(), 'flint remote-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
  const env = { ...process.env, RELEASES: undefined, RELEASE_KEY: undefined };
  const run = promisify(execFile)(process.execPath, ['--import', tsx, CLI, ...args], { cwd, env });
  return run.then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, stderr }),
  );
}

describe('flint-remote', () => {
  it.each([
    [['list'], {}, /no such file or directory, open '.*package\.json'/],
    [['list'], { 'package.json': '{' }, /package\.json is not JSON/],
    [['list'], { 'package.json': '{}' }, /has no flint-remote\.json with an id and screens/],
    [['list'], { 'package.json': PROJECT, releases: 'a file' }, /not a directory/],
    [['list'], { 'package.json': PROJECT, 'flint-remote.json': '{' }, /flint-remote\.json is not JSON/],
    [['keys', 'new', 'team'], { 'package.json': PROJECT }, /There is no flint-remote\.json here/],
    [
      ['keys', 'new', 'team', '--remotes', 'offers'],
      { 'package.json': PROJECT, 'flint-remote.json': '{ "id": "clubs" }' },
      /^A key here may release clubs only\./,
    ],
  ])('%j with %j - fails in one sentence, without a stack', async (args, files, sentence) => {
    const { code, stderr } = await failureOf(args, files);
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });

  it.each([
    [['serve', 'x'], /^Name a port: flint-remote serve 4411\n$/],
    [
      ['toString'],
      /^There is no 'toString'\.\n\nflint-remote, in the folder of a remote:\n {2}flint-remote alone\n/,
    ],
  ])('%j - which is no command, or wrong - ends with 2 and says what there is', async (args, sentence) => {
    expect(await failureOf(args, { 'package.json': PROJECT })).toEqual({
      code: 2,
      stderr: expect.stringMatching(sentence),
    });
  });
});
