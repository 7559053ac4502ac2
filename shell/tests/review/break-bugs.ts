/**
 * `npm run test:review [-- bug ...]`: puts each bug of the student's review back into a copy of the product, and shows that its browser test
 * fails there. Ends with 1 when a test passes on a bug.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserRooms } from '@flint/scripts/build/build-browser';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { copyRepository } from '@flint/scripts/new/copy-repository';
import { FIRST_BREAKS } from './breaks-1-10';
import { LATER_BREAKS } from './breaks-11-22';

const out = (line: string) => process.stdout.write(`${line}\n`);
const copy = copyRepository();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

/** Runs node in the copy; answers its exit code and what it printed. */
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

/** Puts the builds of the repository into the copy: of one room, or of all. */
function takeBuilds(only?: string): void {
  for (const { name, dir } of browserRooms()) {
    if (only && only !== name) continue;
    const [built, target] = [join(dir, 'dist'), join(copy, dir.slice(REPOSITORY.length), 'dist')];
    if (!existsSync(built)) throw new Error('build first: npm run build');
    rmSync(target, { recursive: true, force: true });
    cpSync(built, target, { recursive: true });
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The titles that failed, with the beginning of why; throws when no test of that title ran. */
async function failed(title: string): Promise<readonly string[]> {
  const results = join(copy, '.cache-review.json');
  const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'browser', '--forceExit'];
  const filter = ['-t', ` ${escaped(title)}`, '--json', `--outputFile=${results}`, 'shell/tests/review'];
  const { text } = await node([...jest, ...filter]);
  const { testResults } = JSON.parse(await readFile(results, 'utf8').catch(() => '{"testResults":[]}')) as {
    testResults: { assertionResults: { status: string; failureMessages: string[] }[] }[];
  };
  rmSync(results, { force: true });
  const ran = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (!ran.some(({ status }) => status === 'passed' || status === 'failed'))
    throw new Error(`nothing was run\n${text.slice(-2_000)}`);
  return ran.flatMap(({ status, failureMessages }) =>
    status === 'failed' ? [failureMessages.join(' ').split('\n')[0]!] : [],
  );
}

/** Builds the room of a screen; the others are taken as they are. */
async function build(room: string | undefined): Promise<void> {
  if (!room) return;
  const { code, text } = await node(['--import', 'tsx', 'acceptance/build-rooms.ts', room]);
  if (code !== 0) throw new Error(text.slice(-2_000));
}

async function main(bugs: readonly number[]): Promise<number> {
  const chosen = [...FIRST_BREAKS, ...LATER_BREAKS].filter(
    ({ bug }) => bugs.length === 0 || bugs.includes(bug),
  );
  if (chosen.length === 0) throw new Error('no bug has this number');
  takeBuilds();
  let missed = 0;
  out('bug | put back | in | seen by its test');
  for (const { bug, name, file, from, to, test } of chosen) {
    const path = join(copy, file);
    const before = await readFile(path, 'utf8');
    if (before.split(from).length !== 2) throw new Error(`${bug}: not exactly once in ${file}: ${from}`);
    await writeFile(
      path,
      before.replace(from, () => to),
    );
    const room = /^(shell|mfe-[^/]+)\//.exec(file)?.[1];
    await build(room);
    const reasons = await failed(test);
    if (reasons.length === 0) missed += 1;
    out([bug, name, file, reasons[0]?.slice(0, 120) ?? 'NO'].join(' | '));
    await writeFile(path, before);
    if (room) takeBuilds(room);
  }
  out(`${chosen.length - missed} of ${chosen.length} seen`);
  return missed === 0 ? 0 : 1;
}

process.exit(await main(process.argv.slice(2).map(Number)));
