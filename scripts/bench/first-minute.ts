import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { REPOSITORY } from '../compose/remotes';
import type { Call } from '../flint/read';
import { leaveBy } from '../setup/leaving.mjs';
import { median } from './median';

/** What one run measures, and the most it may be. */
const GOALS = {
  'from a clone to the page, s': 45,
  'second start, s': 4,
  'the tree after npm start, MB': 350,
  'what the install of npm test adds, s': 40,
} as const;
type Row = keyof typeof GOALS;

let running: ChildProcess | undefined;

/** Runs a program in a folder; resolves at its end, or when it prints something that matches. Throws with its output if it fails. */
async function run(
  line: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  until?: RegExp,
): Promise<string> {
  const [program = '', ...args] = line;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  let output = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += String(chunk);
      const found = until?.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 && !until ? resolve(output) : reject(new Error(`${line.join(' ')} ended:\n${output}`)),
    );
  });
}

async function stop(): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'close');
  running.kill('SIGTERM');
  await ended;
}

/** Bytes of the files below a folder, without the history and the data. */
const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== '.git' && name !== '.data')
    .reduce((sum, entry) => {
      const at = path.join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesIn(at) : lstatSync(at).size);
    }, 0);

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

async function measure(scratch: string, port: string): Promise<Record<Row, number>> {
  const clone = path.join(scratch, 'flint');
  // npm itself sets these for its scripts, for this repository
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|FLINT_)/.test(name));
  const env = { ...Object.fromEntries(own), npm_config_cache: path.join(scratch, 'cache'), PORT: port };
  const start = async () => {
    const found = await run(['npm', 'start'], clone, env, /^ {2}open +(\S+)$/m);
    const page = await fetch(found.trim().split(/ +/)[1]!);
    if (!page.ok) throw new Error(`the page answers ${page.status}`);
  };
  const first = await secondsOf(async () => {
    await run(['git', 'clone', '--quiet', `file://${REPOSITORY}`, clone], scratch, env);
    await start();
  });
  await stop();
  const second = await secondsOf(start);
  await stop();
  const bytes = bytesIn(clone);
  const more = await secondsOf(() => run([process.execPath, 'scripts/install.mjs'], clone, env));
  return {
    'from a clone to the page, s': first,
    'second start, s': second,
    'the tree after npm start, MB': bytes / 1e6,
    'what the install of npm test adds, s': more,
  };
}

/** The table: each row's median, its runs, its goal. */
export function tableOf(runs: readonly Record<Row, number>[]): {
  readonly text: string;
  readonly isMet: boolean;
} {
  const rows = (Object.keys(GOALS) as Row[]).map((row) => {
    const values = runs.map((each) => each[row]);
    const value = median(values);
    return { row, value, values, isMet: value <= GOALS[row] };
  });
  const lines = rows.map(({ row, value, values, isMet }) =>
    [
      row,
      value.toFixed(1),
      values.map((each) => each.toFixed(1)).join(' '),
      `at most ${GOALS[row]}`,
      isMet ? 'met' : 'MISSED',
    ].join(' | '),
  );
  const head = `Node ${process.versions.node} | median | runs | goal |`;
  return { text: [head, ...lines].join('\n'), isMet: rows.every(({ isMet }) => isMet) };
}

/** `npx flint check first-minute [runs]`: clones what is committed, with an empty npm cache, into a folder that it removes. Close other programs first. */
export async function main({ positionals: [runs = '3'] }: Call): Promise<number> {
  if (!/^[1-9]\d?$/.test(runs)) throw new WrongArguments(`The number of runs is 1 to 99, not '${runs}'.`);
  const measured: Record<Row, number>[] = [];
  for (let at = 0; at < Number(runs); at++) {
    const scratch = mkdtempSync(path.join(tmpdir(), 'flint-first-minute-'));
    const remove = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    leaveBy(
      async () => {
        await stop();
        remove();
      },
      { withinMs: 10_000 },
    );
    try {
      measured.push(await measure(scratch, process.env['PORT'] ?? '4300'));
    } finally {
      await stop();
      remove();
    }
  }
  const { text, isMet } = tableOf(measured);
  process.stdout.write(`${text}\n`);
  return isMet ? 0 : 1;
}
