/**
 * `npm run bench -- api-latency`: 1,000 requests a second, sent when they are due whether or not earlier ones were answered (open
 * loop), to bare node:http, the whole stack, and the whole stack with a session; in turn, in one run.
 */
import { Agent, request } from 'node:http';
import type { Ready } from './api-process';
import { startChild, stopChild } from './child';
import { percentile } from './percentile';

const A_SECOND = 1_000;
const SECONDS = 2;
const ROUNDS = 8;
const WARM_UP = 2;
/** The slowest hundredth may take so many times that of bare node:http. */
const GOAL = 3;

const BODY = JSON.stringify({
  name: 'A bench of requests',
  places: Array.from({ length: 8 }, (_, rank) => ({ id: `place-${rank}`, rank })),
});
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

interface Target {
  readonly name: string;
  readonly url: string;
  readonly token?: string;
  readonly times: number[];
  errors: number;
}

function post({ url, token }: Target): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(BODY),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve) => {
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
    });
    call.on('error', () => resolve(false)).end(BODY);
  });
}

/** Each request's time counts from when it was due: a server that stands still pays for everybody who waits. */
async function burst(target: Target, isCounted: boolean): Promise<void> {
  const started = performance.now();
  const all: Promise<void>[] = [];
  const one = async (due: number) => {
    const isGood = await post(target);
    if (!isCounted) return;
    if (!isGood) target.errors++;
    target.times.push(performance.now() - due);
  };
  while (all.length < A_SECOND * SECONDS) {
    const due = Math.floor(((performance.now() - started) * A_SECOND) / 1000);
    while (all.length < Math.min(due, A_SECOND * SECONDS))
      all.push(one(started + (all.length * 1000) / A_SECOND));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(all);
}

const { child, ready } = await startChild<Ready>('api-process.ts');
const targets: readonly Target[] = [
  { name: 'bare node:http', url: ready.bare, times: [], errors: 0 },
  { name: 'whole stack', url: ready.anonymous, times: [], errors: 0 },
  { name: 'whole stack with a session', url: ready.authenticated, token: ready.token, times: [], errors: 0 },
];
for (let round = -WARM_UP; round < ROUNDS; round++)
  for (const target of targets) await burst(target, round >= 0);
await stopChild(child);
agent.destroy();

const out = (line: string) => process.stdout.write(`${line}\n`);
const floor = percentile(targets[0]!.times, 0.99);
out(`${ROUNDS} rounds of ${SECONDS} s each, ${A_SECOND} requests a second, times from when each was due`);
out('POST of 350 bytes | p50 ms | p99 ms | p99 beside bare | errors | goal');
for (const { name, times, errors } of targets) {
  const p99 = percentile(times, 0.99);
  const figures = [percentile(times, 0.5).toFixed(2), p99.toFixed(2), (p99 / floor).toFixed(2), errors];
  out([name, ...figures, name === targets[0]!.name ? '' : `at most ${GOAL}, no error`].join(' | '));
}
const isMet = targets.every(({ times, errors }) => errors === 0 && percentile(times, 0.99) <= GOAL * floor);
process.exitCode = isMet ? 0 : 1;
