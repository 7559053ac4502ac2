/**
 * `node --import tsx services/bench/writes.ts <folder>`: processor time of PATCH /profile and POST /availability, API and database together,
 * compared with another checkout of this repository (a folder with its node_modules), in turn. The version before rounds: commit 8c73069.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuSinceMark, stopChild } from './child';
import { percentile } from './percentile';
import type { Ready } from './scale-process';

const STUDENTS = 500;
const TURNS = 7;
const REQUESTS = 100;
/** Goal relative to the other checkout's processor time. */
const GOAL = 0.65;

const CALLS = {
  'PATCH /profile': (i: number) => ({
    answers: { intent: i % 2 === 0 ? 'serious_relationship' : 'casual_dating' },
  }),
  'POST /availability': (i: number) => ({
    utcSlots: [{ dayOfWeek: i % 7, startHour: 15, endHour: 20 }],
    timezone: 'America/Toronto',
    lastUpdated: new Date(Date.now() - 60_000).toISOString(),
  }),
} as const;
type Call = keyof typeof CALLS;

const secret = randomBytes(32).toString('hex');

async function start(folder: string, uri?: string): Promise<{ child: ChildProcess; ready: Ready }> {
  const args = [String(STUDENTS), secret, ...(uri ? [uri] : [])];
  const file = path.join(folder, 'services/bench/scale-process.ts');
  const child = fork(file, args, { cwd: folder, execArgv: ['--import', 'tsx'] });
  const [ready] = (await once(child, 'message')) as [Ready];
  return { child, ready };
}

/** One API on its own database: in one process in old versions, in two since. */
async function startBoth(folder: string) {
  const database = await start(folder);
  if (database.ready.url) return { api: database.ready, children: [database.child] };
  const api = await start(folder, database.ready.uri);
  return { api: api.ready, children: [api.child, database.child] };
}
type Side = Awaited<ReturnType<typeof startBoth>>;

async function spentBy({ children }: Side): Promise<number> {
  const each = await Promise.all(children.map(cpuSinceMark));
  return each.reduce((sum, microseconds) => sum + microseconds, 0) / 1000;
}

/** Milliseconds of processor time of one request. */
async function costOf(side: Side, call: Call, turn: number): Promise<number> {
  const [method, route] = call.split(' ') as [string, string];
  const { url, tokens } = side.api;
  await spentBy(side);
  for (let i = 0; i < REQUESTS; i++) {
    const token = tokens[(turn * REQUESTS + i) % tokens.length]!;
    const answer = await fetch(`${url}/api/v1${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(CALLS[call](turn + i)),
    });
    if (!answer.ok) throw new Error(`${call} answered ${answer.status}`);
    await answer.arrayBuffer();
  }
  // work after the response belongs to the request
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return (await spentBy(side)) / REQUESTS;
}

const [older] = process.argv.slice(2);
if (!older) throw new Error('Say which other checkout: node --import tsx services/bench/writes.ts <folder>');
const sides = [
  await startBoth(path.resolve(older)),
  await startBoth(fileURLToPath(new URL('../..', import.meta.url))),
] as const;
process.stdout.write('call | processor ms there | here | share | goal\n');
let isMet = true;
for (const call of Object.keys(CALLS) as Call[]) {
  const costs: [number[], number[]] = [[], []];
  for (let turn = -2; turn < TURNS; turn++)
    for (const at of [0, 1] as const) {
      const cost = await costOf(sides[at], call, turn + 2);
      if (turn >= 0) costs[at].push(cost);
    }
  const [there, here] = costs.map((each) => percentile(each, 0.5)) as [number, number];
  if (here > GOAL * there) isMet = false;
  process.stdout.write(
    `${call} | ${there.toFixed(2)} | ${here.toFixed(2)} | ${(here / there).toFixed(2)} | at most ${GOAL}\n`,
  );
}
for (const child of sides.flatMap(({ children }) => children)) await stopChild(child);
process.exitCode = isMet ? 0 : 1;
