/** `npm run bench [-- name [arguments]]`: runs all measurements, or one; writes the results to docs/performance.json and .md. */
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
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

async function main([name, ...args]: readonly string[]): Promise<void> {
  const chosen = name ? BENCHES.filter((bench) => bench.name === name) : BENCHES;
  if (chosen.length === 0) {
    const names = BENCHES.map((bench) => bench.name).join(', ');
    throw new Error(`no measurement is called ${name}; there are ${names}`);
  }
  const wrong = args.find((each, at) => !/^\d+$/.test(each) && !(name === 'interaction' && at === 1));
  if (wrong) throw new Error(`the arguments of a measurement are numbers, not '${wrong}'`);
  const missed: string[] = [];
  for (const bench of chosen) {
    const result = await measure(bench, args);
    if (args.length === 0) await storeResult(result);
    if (!result.goalsMet) missed.push(bench.name);
  }
  process.stdout.write(missed.length > 0 ? `\ngoals missed: ${missed.join(', ')}\n` : '\nall goals met\n');
  process.exitCode = missed.length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
