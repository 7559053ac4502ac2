/** `npm run bench -- matches-request [students]`: GET /matches beside GET /profile through the whole stack, in one interleaved run. */
import { fileURLToPath } from 'node:url';
import type { Ready } from './campus-process';
import { startChild, stopChild } from './child';
import { percentile } from './percentile';

const VIEWERS = 200;
/** Of them, those who joined after the round. */
const JOINING = 50;
/** The list's slowest twentieth may take so many times the profile's. */
const GOAL = 2;
const JOINER_MS = 1_000;

/** No list of the round: row and list are made at the first look. */
const JOINED = 'GET /matches, first look of one who joined today';

interface Series {
  readonly name: string;
  readonly times: number[];
}

async function timed({ url }: Ready, token: string, route: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${url}/api/v1${route}`, { headers: { authorization: `Bearer ${token}` } });
  const { items } = (await answer.json()) as { items?: unknown[] };
  const took = performance.now() - started;
  if (answer.status !== 200 || (route === '/matches' && items?.length !== 20))
    throw new Error(`GET ${route} answered ${answer.status} with ${items?.length} people`);
  return took;
}

async function measure(ready: Ready): Promise<Series[]> {
  const [profile, first, cold, again]: Series[] = [
    { name: 'GET /profile', times: [] },
    { name: 'GET /matches, first look of the day', times: [] },
    { name: JOINED, times: [] },
    { name: 'GET /matches, later', times: [] },
  ];
  const [warming, measured] = [ready.tokens.slice(0, 50), ready.tokens.slice(50)];
  for (const token of warming)
    for (const route of ['/profile', '/matches', '/matches']) await timed(ready, token, route);
  const joined = new Set(measured.slice(-JOINING));
  for (const token of measured) {
    const looked = joined.has(token) ? cold : first;
    looked!.times.push(await timed(ready, token, '/matches'));
    profile!.times.push(await timed(ready, token, '/profile'));
    again!.times.push(await timed(ready, token, '/matches'));
    profile!.times.push(await timed(ready, token, '/profile'));
  }
  return [profile!, first!, again!, cold!];
}

/** Runs and prints; answers whether the goals were met. */
export async function run([students = '100000']: readonly string[] = []): Promise<boolean> {
  const out = (line: string) => process.stdout.write(`${line}\n`);
  const { child, ready } = await startChild<Ready>('campus-process.ts', [
    students,
    String(VIEWERS + 50),
    String(JOINING),
  ]);
  out(
    `${students} students; API started: ${ready.startSeconds.toFixed(1)} s, ${ready.megabytes.toFixed(0)} MB in all`,
  );
  const series = await measure(ready);
  await stopChild(child);
  const base = percentile(series[0]!.times, 0.95);
  out('request | p50 ms | p95 ms | p95 beside GET /profile');
  for (const { name, times } of series) {
    const p95 = percentile(times, 0.95);
    out(`${name} | ${percentile(times, 0.5).toFixed(2)} | ${p95.toFixed(2)} | ${(p95 / base).toFixed(2)}`);
  }
  const isQuick = series.slice(1, 3).every(({ times }) => percentile(times, 0.95) <= GOAL * base);
  return isQuick && Math.max(...series[3]!.times) <= JOINER_MS;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
}
