/**
 * `npx flint check mutate`: breaks a copy of the product in each way of mutations.ts, and by the bugs of review-bugs.ts that only a browser
 * shows; the tests must detect each. `21-30`, or the beginning or words of a name, selects some.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '@flint/scripts/flint/read';
import { copyRepository } from '@flint/scripts/new/copy-repository';
import { chosen, MUTATIONS, type Fault } from './mutations';
import { isInBrowser, REVIEW_BUGS } from './review-bugs';

interface Case extends Fault {
  /** Patterns for the titles of the tests that must fail. */
  readonly tests: readonly string[];
  /** Jest's, for the files that hold these tests. */
  readonly args: readonly string[];
}

const CASES: readonly Case[] = [
  ...MUTATIONS.map((one) => ({
    ...one,
    tests: one.within.map((id) => `^${id.replaceAll('.', '\\.')}[. ]`),
    args: ['--selectProjects', 'acceptance'],
  })),
  ...REVIEW_BUGS.filter(isInBrowser).map((one) => ({
    ...one,
    tests: [` ${one.name.split(':', 1)[0]}: `],
    args: ['--selectProjects', 'browser', '--', one.caughtBy],
  })),
];

const out = (line: string) => process.stdout.write(`${line}\n`);
const copy = copyRepository();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

/** Runs node in the copy; returns its exit code and output. */
function node(args: readonly string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
    const stop = () => void child.kill();
    process.once('exit', stop);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
    child.on('close', (code) => {
      process.off('exit', stop);
      resolve({ code: code ?? 1, text });
    });
  });
}

interface Run {
  readonly passed: number;
  readonly failed: readonly string[];
}

/** Runs the tests with matching titles. Throws if there are none, or if they did not run. */
async function runTests(args: readonly string[], titles: readonly string[]): Promise<Run> {
  const results = join(copy, '.cache/mutation-results.json');
  const jest = ['node_modules/jest/bin/jest.js', '--forceExit', '--json', `--outputFile=${results}`];
  const { text } = await node([...jest, '-t', `(${titles.join('|')})`, ...args]);
  const { testResults } = JSON.parse(await readFile(results, 'utf8').catch(() => '{"testResults":[]}')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[];
  };
  rmSync(results, { force: true });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const having = (status: string) =>
    tests.filter((test) => test.status === status).map(({ title }) => title.split(' ')[0]!);
  const run = { passed: having('passed').length, failed: having('failed') };
  if (run.passed + run.failed.length === 0) throw new Error(`nothing was run\n${text.slice(-2_000)}`);
  return run;
}

const workspacesOf = ({ file, workspaces }: Fault) =>
  workspaces ?? (/^(shell|mfe-[^/]+)\//.test(file) ? [file.split('/')[0]!] : []);

async function change({ file, from, to, name }: Fault): Promise<() => Promise<void>> {
  const path = join(copy, file);
  const before = await readFile(path, 'utf8');
  if (before.split(from).length !== 2) throw new Error(`${name}: not exactly once in ${file}`);
  await writeFile(
    path,
    before.replace(from, () => to),
  );
  return () => writeFile(path, before);
}

export async function main({ positionals: [only = ''] }: Call): Promise<number> {
  const cases = chosen(CASES, only);
  const started = performance.now();
  out(`a copy is built in ${copy}`);
  const first = await node(['scripts/flint.mjs', 'build', 'browser']);
  if (first.code !== 0) throw new Error(first.text);
  for (const files of new Set(cases.map(({ args }) => args.join(' ')))) {
    const own = cases.filter(({ args }) => args.join(' ') === files);
    const { passed, failed } = await runTests(own[0]!.args, [...new Set(own.flatMap(({ tests }) => tests))]);
    out(`as it is: ${passed} tests pass${failed.length > 0 ? `, and fail: ${failed.join(', ')}` : ''}`);
    if (failed.length > 0) return 1;
  }
  let caught = 0;
  let stale: readonly string[] = [];
  for (const [i, fault] of cases.entries()) {
    const workspaces = workspacesOf(fault);
    const restore = await change(fault);
    const built = await node([
      '--import',
      'tsx',
      'acceptance/build-workspaces.ts',
      ...new Set([...stale, ...workspaces]),
    ]);
    const run =
      built.code === 0
        ? await runTests(fault.args, fault.tests).catch((error: Error) => error.message)
        : built.text;
    await restore();
    stale = workspaces;
    const isCaught = typeof run !== 'string' && run.failed.length > 0;
    if (isCaught) caught += 1;
    const by = typeof run === 'string' ? `not run: ${run.slice(-300)}` : run.failed.join(', ');
    const state = isCaught ? 'caught ' : 'SURVIVED';
    out(`${String(i + 1).padStart(3)}  ${state} ${fault.name.padEnd(58)} ${fault.file}  ${by}`);
  }
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  out(`\n${caught} of ${cases.length} faults caught in ${minutes} minutes`);
  return caught === cases.length ? 0 : 1;
}
