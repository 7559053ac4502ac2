/**
 * `npm run bench -- api`: one request through the whole stack (limits, headers, JSON, schema, ES256), with and without a session, beside bare
 * node:http with the same JSON, in turn. First the processor time, because other load changes only wall-clock time. Then the slowest hundredth
 * of 1,000 requests a second, sent on schedule whether or not earlier ones were answered (open loop).
 */
import { Agent, request } from 'node:http';
import type { Ready } from './api-process';
import { cpuSinceMark, startChild, stopChild } from './child';
import { percentile } from './percentile';

const WARM_UP = 2;
const COST = { rounds: 12, requests: 1_500, connections: 16 } as const;
const LATENCY = { rounds: 8, seconds: 2, perSecond: 1_000 } as const;
/** Goals: ratios of processor time, and how many times as long as bare node:http the slowest hundredth takes at most. */
const GOALS = { stack: 0.28, authenticated: 0.9, slowest: 3 } as const;

const BODY = JSON.stringify({
  name: 'A bench of requests',
  places: Array.from({ length: 8 }, (_, rank) => ({ id: `place-${rank}`, rank })),
});

interface Target {
  readonly name: string;
  readonly url: string;
  readonly token?: string;
  /** Processor microseconds of a request, by round. */
  readonly costs: number[];
  /** Milliseconds of each request. */
  readonly times: number[];
  errors: number;
}

/** Whether the request was answered with 200. */
function post({ url, token }: Target, agent: Agent): Promise<boolean> {
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

async function sendAll(target: Target, agent: Agent): Promise<void> {
  let left: number = COST.requests;
  const client = async () => {
    while (left-- > 0) if (!(await post(target, agent))) target.errors++;
  };
  await Promise.all(Array.from({ length: COST.connections }, client));
}

/** Each request is timed from when it was due, so a stalled server is charged for every waiting client. */
async function sendOnTime(target: Target, agent: Agent, isCounted: boolean): Promise<void> {
  const started = performance.now();
  const most = LATENCY.perSecond * LATENCY.seconds;
  const all: Promise<void>[] = [];
  const one = async (due: number) => {
    const isGood = await post(target, agent);
    if (!isCounted) return;
    if (!isGood) target.errors++;
    target.times.push(performance.now() - due);
  };
  while (all.length < most) {
    const due = Math.floor(((performance.now() - started) * LATENCY.perSecond) / 1000);
    while (all.length < Math.min(due, most)) all.push(one(started + (all.length * 1000) / LATENCY.perSecond));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(all);
}

const { child, ready } = await startChild<Ready>('api-process.ts');
const targetOf = (name: string, url: string, token = ''): Target => ({
  name,
  url,
  token,
  costs: [],
  times: [],
  errors: 0,
});
const [bare, stack, session] = [
  targetOf('bare node:http', ready.bare),
  targetOf('whole stack', ready.anonymous),
  targetOf('whole stack with a session', ready.authenticated, ready.token),
] as const;
const few = new Agent({ keepAlive: true, maxSockets: COST.connections });
const many = new Agent({ keepAlive: true, maxSockets: 256 });
for (let round = -WARM_UP; round < COST.rounds; round++)
  for (const target of [bare, stack, session]) {
    await cpuSinceMark(child);
    await sendAll(target, few);
    const cost = (await cpuSinceMark(child)) / COST.requests;
    if (round >= 0) target.costs.push(cost);
  }
for (let round = -WARM_UP; round < LATENCY.rounds; round++)
  for (const target of [bare, stack, session]) await sendOnTime(target, many, round >= 0);
await stopChild(child);
few.destroy();
many.destroy();

const out = (line: string) => process.stdout.write(`${line}\n`);
const median = ({ costs }: Target) => percentile(costs, 0.5);
const [ofBare, ofStack] = [median(bare) / median(stack), median(stack) / median(session)];
out(`${COST.rounds} rounds of ${COST.requests} requests each, ${COST.connections} connections`);
out('POST of 350 bytes | processor, µs a request | ratio | goal');
out(`bare node:http | ${median(bare).toFixed(0)} | 1 |`);
out(`whole stack | ${median(stack).toFixed(0)} | ${ofBare.toFixed(2)} of bare | at least ${GOALS.stack}`);
out(
  `whole stack with a session | ${median(session).toFixed(0)} | ${ofStack.toFixed(2)} of anonymous | at least ${GOALS.authenticated}`,
);
const { rounds, seconds, perSecond } = LATENCY;
out(`${rounds} rounds of ${seconds} s each, ${perSecond} requests a second, times from when each was due`);
out('POST of 350 bytes | p50 ms | p99 ms | p99 beside bare | errors | goal');
const floor = percentile(bare.times, 0.99);
for (const { name, times, errors } of [bare, stack, session]) {
  const p99 = percentile(times, 0.99);
  const figures = [percentile(times, 0.5).toFixed(2), p99.toFixed(2), (p99 / floor).toFixed(2), errors];
  out([name, ...figures, name === bare.name ? '' : `at most ${GOALS.slowest}, no error`].join(' | '));
}
const isFast = [bare, stack, session].every(
  ({ times, errors }) => errors === 0 && percentile(times, 0.99) <= GOALS.slowest * floor,
);
process.exitCode = ofBare >= GOALS.stack && ofStack >= GOALS.authenticated && isFast ? 0 : 1;
