/** `npm run test:acceptance -- mutate`: breaks a copy of the product in each way that mutations.ts names; the tests must see every one. `21-30` or words of a name choose some. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRepository } from '@flint/scripts/new/copy-repository';
import { MUTATIONS, type Mutation } from './mutations';

const out = (line: string) => process.stdout.write(`${line}\n`);
const copy = copyRepository();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

/** Runs node in the copy; answers its exit code and what it printed. */
function node(args: readonly string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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

const build = (rooms: readonly string[]) => node(['--import', 'tsx', 'acceptance/build-rooms.ts', ...rooms]);

interface Run {
  readonly passed: number;
  readonly failed: readonly string[];
}

/** Runs the statements whose numbers begin so. Throws when there are none, or when they could not be run. */
async function prove(within: readonly string[]): Promise<Run> {
  const results = join(copy, '.cache/acceptance-results.json');
  const filter = `^(${within.map((id) => `${id.replaceAll('.', '\\.')}[. ]`).join('|')})`;
  const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'acceptance', '--forceExit'];
  const { text } = await node([...jest, '-t', filter, '--json', `--outputFile=${results}`]);
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

const roomsOf = ({ file, rooms }: Mutation) =>
  rooms ?? (/^(shell|mfe-[^/]+)\//.test(file) ? [file.split('/')[0]!] : []);

async function change({ file, from, to, name }: Mutation): Promise<() => Promise<void>> {
  const path = join(copy, file);
  const before = await readFile(path, 'utf8');
  if (before.split(from).length !== 2) throw new Error(`${name}: not exactly once in ${file}`);
  await writeFile(
    path,
    before.replace(from, () => to),
  );
  return () => writeFile(path, before);
}

async function main(only: string): Promise<number> {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(only) ?? [];
  const chosen = MUTATIONS.filter(({ name }, i) =>
    from ? i + 1 >= Number(from) && i + 1 <= Number(to) : name.includes(only),
  );
  if (chosen.length === 0) throw new Error(`no mutation is called ${only}`);
  const started = performance.now();
  out(`a copy is built in ${copy}`);
  const first = await node(['--import', 'tsx', 'scripts/build/build.ts']);
  if (first.code !== 0) throw new Error(first.text);
  const all = [...new Set(chosen.flatMap(({ within }) => within))];
  const { passed, failed } = await prove(all);
  out(`as it is: ${passed} statements hold${failed.length > 0 ? `, and fail: ${failed.join(', ')}` : ''}`);
  if (failed.length > 0) return 1;
  let caught = 0;
  let stale: readonly string[] = [];
  for (const [i, mutation] of chosen.entries()) {
    const rooms = roomsOf(mutation);
    const restore = await change(mutation);
    const built = await build([...new Set([...stale, ...rooms])]);
    const run =
      built.code === 0 ? await prove(mutation.within).catch((error: Error) => error.message) : built.text;
    await restore();
    stale = rooms;
    const isCaught = typeof run !== 'string' && run.failed.length > 0;
    if (isCaught) caught += 1;
    const by = typeof run === 'string' ? `not run: ${run.slice(-300)}` : run.failed.join(', ');
    const state = isCaught ? 'caught ' : 'SURVIVED';
    out(`${String(i + 1).padStart(3)}  ${state} ${mutation.name.padEnd(58)} ${mutation.file}  ${by}`);
  }
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  out(`\n${caught} of ${chosen.length} mutations caught in ${minutes} minutes`);
  return caught === chosen.length ? 0 : 1;
}

process.exit(await main(process.argv.slice(2).join(' ')));
