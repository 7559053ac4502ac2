/**
 * `npm run bench -- round-live [students]`: rounds during requests. Measures how much slower the API gets. The database is a separate
 * process. services/tests/faults/round-leases.long.test.ts has the rounds that are killed, and those of two processes.
 */
import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startChild, stopChild } from './child';
import { percentile } from './percentile';
import type { Made, Ready } from './scale-process';

const STUDENTS = Number(process.argv[2] ?? 5_000);
/** Requests per second, sent on schedule. */
const A_SECOND = 30;
/** Quiet periods and rounds alternate, so that other load affects both. */
const TURNS = 3;
const QUIET_MS = 15_000;
/** Goal: during a round the slowest hundredth takes at most this many times as long. */
const GOAL = 1.5;

const out = (line: string) => process.stdout.write(`${line}\n`);
const secret = randomBytes(32).toString('hex');
const start = (uri?: string) =>
  startChild<Ready>('scale-process.ts', [String(STUDENTS), secret, ...(uri ? [uri] : [])]);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes today's round again in that process. Returns the number of lists, or null if another process is making it. */
async function makeRound(child: ChildProcess): Promise<number | null> {
  child.send('round');
  const [{ lists }] = (await once(child, 'message')) as [Made];
  return lists;
}

async function get({ url }: Ready, token: string, path: string): Promise<unknown> {
  const answer = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`);
  return answer.json();
}

/** Milliseconds of each request, from when it was due, until the promise settles. */
async function load(ready: Ready, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const started = performance.now();
  const over = new AbortController();
  void until.finally(() => over.abort());
  const one = async (i: number) => {
    await get(ready, ready.tokens[i % ready.tokens.length]!, i % 2 === 0 ? '/matches' : '/profile');
    times.push(performance.now() - started - (i * 1000) / A_SECOND);
  };
  while (!over.signal.aborted) {
    const due = ((performance.now() - started) * A_SECOND) / 1000;
    while (sent.length < due) sent.push(one(sent.length));
    await wait(2);
  }
  await Promise.all(sent);
  return times;
}

const database = await start();
const api = await start(database.ready.uri);
const { ready } = api;
const met: boolean[] = [];
const check = (what: string, isGood: boolean) => {
  met.push(isGood);
  out(`${what}: ${isGood ? 'yes' : 'NO'}`);
};

await load(ready, wait(3_000));
const [alone, during]: [number[], number[]] = [[], []];
for (let turn = 0; turn < TURNS; turn++) {
  alone.push(...(await load(ready, wait(QUIET_MS))));
  const begun = performance.now();
  const round = makeRound(api.child);
  during.push(...(await load(ready, round)));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  check(
    `a round of ${STUDENTS} made by an API process (${await round} lists, ${seconds} s)`,
    (await round)! > 0,
  );
}
const [before, beside] = [percentile(alone, 0.99), percentile(during, 0.99)];
check(
  `p50 of ${A_SECOND} requests a second ${percentile(alone, 0.5).toFixed(1)} and ${percentile(during, 0.5).toFixed(1)} ms, p99 ${before.toFixed(1)} ms alone, ${beside.toFixed(1)} ms during it, ` +
    `${(beside / before).toFixed(2)} times, at most ${GOAL}`,
  beside <= GOAL * before,
);

for (const { child } of [api, database]) await stopChild(child);
process.exitCode = met.every(Boolean) ? 0 : 1;
