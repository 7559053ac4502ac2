import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { developmentReleases } from './cli/develop';
import { readArguments } from './cli/arguments';
import { readProject } from './cli/project';
import { homeOf } from './cli/project-home';
import { runVerb } from './cli/release';
import { serveReleases } from './cli/serve';
import { release, rollback } from './release/commands';
import { ReleaseRefused } from './release/refused';
import { fakeBuild } from './release/testing/fake-build';
import { parseCommand, RELEASE_VERBS, usageOf } from './cli/verbs.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const CLI = join(import.meta.dirname, 'cli.ts');
const PROJECT = JSON.stringify({
  version: '1.0.0',
  remote: { id: 'clubs', port: 4411, screens: ['clubs'], budget: 50 },
});

type Files = Readonly<Record<string, string>>;
function folderOf(files: Files): string {
  const dir = mkdtempSync(join(tmpdir(), 'flint remote-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

const VERBS = Object.fromEntries(RELEASE_VERBS.map(parseCommand));
/** Runs a verb of `flint-remote` in a folder with these files, in this process. */
async function runHere([verb = '', ...given]: readonly string[], files: Files): Promise<void> {
  const command = VERBS[verb]!;
  const call = readArguments(usageOf('flint-remote', verb, command), command.takes, given);
  await runVerb(homeOf(readProject(folderOf(files), {}), {}), verb, call);
}

/** Runs `flint-remote` in a folder with these files; returns its exit code and what it says. */
async function failureOf(args: readonly string[], files: Files) {
  const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
  const env = { ...process.env, RELEASES: undefined, RELEASE_KEY: undefined };
  const cwd = folderOf(files);
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
  ])('%j with %j - fails in one sentence', async (args, files, sentence) => {
    await expect(runHere(args, files)).rejects.toThrow(sentence);
    await expect(runHere(args, files)).rejects.toThrow(/^[^\n]+$/);
  });

  it('dev, with three builds between two releases - leaves the releases and their history as they are', async () => {
    const project = readProject(folderOf({ 'package.json': PROJECT }), {});
    const { store, here } = homeOf(project, {});
    const built = async (n: number) => ({ ...project, dist: await fakeBuild({ build: `0000000${n}` }) });
    const publish = async (n: number) => release({ store }, { ...here!, dist: (await built(n)).dist });
    await publish(1);
    const history = () => readFileSync(join(project.releases, 'remotes.json'), 'utf8');
    const before = history();
    for (const n of [2, 3, 4]) await developmentReleases(await built(n)).releaseBuild();
    expect(history()).toBe(before);
    const { folder } = developmentReleases(project);
    expect(readFileSync(join(folder, 'remotes.json'), 'utf8')).toContain('1.0.0-00000004');
    await publish(5);
    expect((await rollback({ store }, 'clubs')).live?.release).toBe('1.0.0-00000001');
    const server = await serveReleases(folder, 0);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { served } = homeOf({ ...project, entry: { id: 'clubs', screens: [], origin } }, {});
    expect((await release({ store, served: served! }, { ...here!, ...(await built(6)) })).release).toMatch(
      /6$/,
    );
    await new Promise((resolve) => server.close(resolve));
  });

  it('publish, rollback and a test release - without RELEASE_KEY where there are keys - are refused, and change nothing', async () => {
    const dir = folderOf({
      'package.json': PROJECT,
      'flint-remote.json': '{ "id": "clubs", "screens": [] }',
    });
    const said = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const run = async (verb: string, args: readonly string[] = []) => {
      const project = { ...readProject(dir, {}), dist: await fakeBuild() };
      const call = readArguments('', VERBS[verb]!.takes, args);
      return runVerb({ ...homeOf(project, {}), build: async () => undefined }, verb, call);
    };
    await run('publish');
    const file = join(dir, 'releases/remotes.json');
    const before = readFileSync(file, 'utf8');
    await run('keys', ['new', 'team']);
    for (const args of [[], ['--afresh'], ['--test']])
      await expect(run('publish', args)).rejects.toThrow(/^clubs has keys, so .* set RELEASE_KEY/);
    await expect(run('rollback')).rejects.toThrow(/^clubs has keys, so .* set RELEASE_KEY/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    for (const verb of ['retire', 'revoke']) {
      said.mockClear();
      await run('keys', [verb, 'team']);
      expect(said.mock.calls.join('')).toMatch(
        /no effect until .*: flint-remote\.json \(.*give it to the operators/,
      );
    }
  });

  it('publish - when a server refuses the release - fails with its sentence, and calls nothing live', async () => {
    const project = readProject(folderOf({ 'package.json': PROJECT }), {});
    const home = homeOf({ ...project, dist: await fakeBuild({ build: '00000001' }) }, {});
    const sentence = 'clubs: the store names 1.0.0-00000001, but the server still serves shipped.';
    const confirm = () => Promise.reject(new ReleaseRefused(sentence));
    const said = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const call = readArguments('', VERBS['publish']!.takes, []);
    const publishing = runVerb({ ...home, build: async () => undefined, confirm }, 'publish', call);
    await expect(publishing).rejects.toThrow(sentence);
    expect(said.mock.calls.join('\n')).not.toContain('is live');
  });

  it('a folder of releases - without the moves of its origin, or with another one - is moved by no verb but publish --afresh', async () => {
    const folders = [1, 2].map(() => folderOf({ 'package.json': PROJECT }));
    const server = await serveReleases(join(folders[0]!, 'releases'), 0);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    /** Runs a verb on one of two machines; returns why it is refused. */
    const run = async (machine: number, verb: string, { args = [] as string[], knows = true } = {}) => {
      const project = readProject(folders[machine]!, {});
      const dist = await fakeBuild({ build: `0000000${machine}` });
      const entry = { id: 'clubs', screens: [], ...(knows && { origin }) };
      const home = { ...homeOf({ ...project, dist, entry }, {}), build: async () => undefined };
      const call = readArguments('', VERBS[verb]!.takes, args);
      return runVerb(home, verb, call).then(
        () => 'done',
        ({ message }: Error) => message,
      );
    };
    expect(await run(0, 'publish')).toBe('done');
    const behind = /^clubs: its origin has move 1, this folder move 0: copy releases\/ from there first/;
    for (const verb of ['publish', 'rollback']) expect(await run(1, verb)).toMatch(behind);
    expect(await run(1, 'publish', { knows: false })).toBe('done');
    expect(await run(1, 'rollback')).toMatch(/ has another move 1, this folder move 1: copy/);
    expect(await run(0, 'rollback')).toBe('done');
    expect(await run(1, 'publish', { args: ['--afresh'] })).toBe('done');
    await new Promise((resolve) => server.close(resolve));
    expect(await run(0, 'publish')).toBe('done');
  });

  it('a failure - of the program - ends it with 1 and that sentence, without a stack', async () => {
    expect(await failureOf(['list'], { 'package.json': '{' })).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^.*package\.json is not JSON.*\n$/),
    });
  });

  it.each([
    [['serve', 'x'], /^Name a port: flint-remote serve 4411\n$/],
    [['release', '--cannary'], /^Unknown option '--cannary'\. Usage: flint-remote publish /],
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
