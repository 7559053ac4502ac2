/** `npm run bench -- matches-request [students]`: GET /matches beside GET /profile through the whole stack, in one interleaved run. */
import type { Ready } from './campus-process';
import { startChild, stopChild } from './child';
import { percentile } from './percentile';

const WARMING = 50;
const LOOKING = 150;
/** Students away for more than sixty days before the round. */
const AWAY = 50;
/** Students who join after it: their row and list are made at the first read. */
const JOINING = 50;
/** Goal: the list's slowest twentieth takes at most this many times the profile's. */
const GOAL = 2;
const JOINER_MS = 1_000;

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

async function measure(ready: Ready) {
  const series = (name: string): Series => ({ name, times: [] });
  const [profile, later] = [series('GET /profile'), series('GET /matches, later')];
  const first = series('GET /matches, first look of the day');
  const away = series('GET /matches, first look after sixty days');
  const joined = series('GET /matches, first look of one who joined today');
  const of = (count: number, from: number) => ready.tokens.slice(from, from + count);
  const looking = new Map([
    ...of(AWAY, 0).map((token) => [token, away] as const),
    ...of(LOOKING, AWAY + WARMING).map((token) => [token, first] as const),
    ...of(JOINING, AWAY + WARMING + LOOKING).map((token) => [token, joined] as const),
  ]);
  for (const token of of(WARMING, AWAY))
    for (const route of ['/profile', '/matches', '/matches']) await timed(ready, token, route);
  // interleaved, so that other load affects all alike
  const inTurn = [...looking].toSorted(([a], [b]) => a.slice(-8).localeCompare(b.slice(-8)));
  for (const [token, look] of inTurn) {
    look.times.push(await timed(ready, token, '/matches'));
    profile.times.push(await timed(ready, token, '/profile'));
    later.times.push(await timed(ready, token, '/matches'));
    profile.times.push(await timed(ready, token, '/profile'));
  }
  return { profile, looks: [first, later, away], joined };
}

/** Runs the benchmark and prints it. Returns whether the goals were met. */
async function run([students = '100000']: readonly string[] = []): Promise<boolean> {
  const out = (line: string) => process.stdout.write(`${line}\n`);
  const viewers = AWAY + WARMING + LOOKING + JOINING;
  const args = [students, viewers, JOINING, AWAY].map(String);
  const { child, ready } = await startChild<Ready>('campus-process.ts', args);
  out(
    `${students} students; API started: ${ready.startSeconds.toFixed(1)} s, ${ready.megabytes.toFixed(0)} MB in all`,
  );
  const { profile, looks, joined } = await measure(ready);
  await stopChild(child);
  const base = percentile(profile.times, 0.95);
  out('request | p50 ms | p95 ms | p95 beside GET /profile | goal | met');
  let isMet = true;
  const row = ({ name, times }: Series, goal: string, isGood: boolean) => {
    const p95 = percentile(times, 0.95);
    const figures = [percentile(times, 0.5).toFixed(2), p95.toFixed(2), (p95 / base).toFixed(2)];
    out([name, ...figures, goal, isGood ? 'yes' : 'NO'].join(' | '));
    isMet &&= isGood;
  };
  row(profile, '', true);
  for (const each of looks) row(each, `at most ${GOAL} times`, percentile(each.times, 0.95) <= GOAL * base);
  const slowest = Math.max(...joined.times);
  row(joined, `at most ${JOINER_MS} ms, slowest ${slowest.toFixed(0)}`, slowest <= JOINER_MS);
  return isMet;
}

process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
