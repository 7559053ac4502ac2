import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import type { Call } from '../flint/read';
import { BENCHES, type Bench } from './benches';
import { storeResult, type Result } from './report';
import { REPOSITORY } from '../compose/remotes';

const ONE_RUN_MS = 30 * 60_000;

async function measure({ name, title, file }: Bench, args: readonly string[]): Promise<Result> {
  process.stdout.write(`\n== ${name}: ${title}\n`);
  const loadBefore = loadavg()[0] ?? 0;
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: ONE_RUN_MS,
  });
  const chunks: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    chunks.push(text);
    process.stdout.write(text);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    name,
    title,
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round((performance.now() - started) / 1000),
    load: [loadBefore, loadavg()[0] ?? 0].map((load) => load.toFixed(1)).join(' to '),
    goalsMet: code === 0,
    lines: chunks
      .join('')
      .split('\n')
      .filter((line) => line.trim() !== ''),
  };
}

/** `npm run bench`: runs all measurements, or one; writes the results to docs/performance.md. */
export async function main({ positionals: [name, ...args] }: Call): Promise<number> {
  const chosen = name ? BENCHES.filter((bench) => bench.name === name) : BENCHES;
  if (chosen.length === 0) {
    const names = BENCHES.map((bench) => bench.name).join(', ');
    throw new WrongArguments(`No measurement is called ${name}; there are ${names}.`);
  }
  const wrong = args.find((each, at) => !/^\d+$/.test(each) && !(name === 'interaction' && at === 1));
  if (wrong) throw new WrongArguments(`The arguments of a measurement are numbers, not '${wrong}'.`);
  const missed: string[] = [];
  for (const bench of chosen) {
    const result = await measure(bench, args);
    if (args.length === 0) await storeResult(result);
    if (!result.goalsMet) missed.push(bench.name);
  }
  process.stdout.write(missed.length > 0 ? `\ngoals missed: ${missed.join(', ')}\n` : '\nall goals met\n');
  return missed.length > 0 ? 1 : 0;
}
