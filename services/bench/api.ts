/**
 * `npm run bench -- api`: what one request costs the server's processor through the whole stack (limits, headers, JSON, schema,
 * ES256), beside bare node:http answering the same JSON; in turn, in one run. Processor time, as a busy machine only slows clocks.
 */
import { Agent, request } from 'node:http';
import type { Ready } from './api-process';
import { cpuSinceMark, startChild, stopChild } from './child';
import { percentile } from './percentile';

const ROUNDS = 12;
const PER_ROUND = 1_500;
const CONCURRENCY = 16;
const GOALS = { stack: 0.28, authenticated: 0.9 };

const BODY = JSON.stringify({
  name: 'A bench of requests',
  places: Array.from({ length: 8 }, (_, rank) => ({ id: `place-${rank}`, rank })),
});
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

function post(url: string, token?: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(BODY),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    call.on('error', reject).end(BODY);
  });
}

async function burst(url: string, token?: string): Promise<void> {
  let left = PER_ROUND;
  const client = async () => {
    while (left-- > 0) await post(url, token);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
}

const { child, ready } = await startChild<Ready>('api-process.ts');
const cpu = () => cpuSinceMark(child);

const series = {
  bare: { url: ready.bare, token: undefined, costs: [] as number[] },
  anonymous: { url: ready.anonymous, token: undefined, costs: [] as number[] },
  authenticated: { url: ready.authenticated, token: ready.token, costs: [] as number[] },
};
for (let round = -2; round < ROUNDS; round++) {
  for (const one of Object.values(series)) {
    await cpu();
    await burst(one.url, one.token);
    const cost = (await cpu()) / PER_ROUND;
    if (round >= 0) one.costs.push(cost);
  }
}
await stopChild(child);
agent.destroy();

const median = (name: keyof typeof series) => percentile(series[name].costs, 0.5);
const ratios = {
  stack: median('bare') / median('anonymous'),
  authenticated: median('anonymous') / median('authenticated'),
};
const out = (line: string) => process.stdout.write(`${line}\n`);
out(`${ROUNDS} rounds of ${PER_ROUND} requests each, ${CONCURRENCY} connections`);
out('POST of 350 bytes | processor, µs a request | ratio | goal');
out(`bare node:http | ${median('bare').toFixed(0)} | 1 |`);
out(
  `whole stack | ${median('anonymous').toFixed(0)} | ${ratios.stack.toFixed(2)} of bare | at least ${GOALS.stack}`,
);
out(
  `whole stack with a session | ${median('authenticated').toFixed(0)} | ${ratios.authenticated.toFixed(2)} of anonymous | at least ${GOALS.authenticated}`,
);
process.exitCode = ratios.stack >= GOALS.stack && ratios.authenticated >= GOALS.authenticated ? 0 : 1;
