/**
 * `npm run bench -- scale [few] [many]`: what grows with the number of students: seeding, start and memory of an API process, and the
 * processor time of each endpoint; and what a second API process adds.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { cpuSinceMark, startChild, stopChild } from './child';
import { percentile } from './percentile';
import type { Ready } from './scale-process';

const SEED_GOAL = { students: 5_000, seconds: 60 };
/** Largest growth of an endpoint that does not depend on the number of students; the rest is noise. */
const FLAT = 2;
/** A list of matches takes at most this many times the processor time of a profile, the first of a day, too. */
const LIST_GOAL = 3;
/** An API process holds nothing per student: limits of how much its start time and memory may grow. */
const START_GOAL = { seconds: 3, growth: 1.2 };
const MEMORY_GROWTH = 1.1;
const STARTS = 5;
const WARM_UP = 40;
const MEASURED = 200;
const THROUGHPUT_MS = 6_000;
const CONNECTIONS = 32;

const AVAILABILITY = JSON.stringify({
  utcSlots: [{ dayOfWeek: 2, startHour: 15, endHour: 20 }],
  timezone: 'America/Toronto',
  lastUpdated: new Date(Date.now() - 60_000).toISOString(),
});
const PROFILE = JSON.stringify({ answers: { intent: 'serious_relationship' } });

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}
const FIRST_LOOK = 'GET /matches, first look of the day';
const CALLS: readonly Call[] = [
  { name: 'GET /config', method: 'GET', path: '/config' },
  { name: 'GET /profile', method: 'GET', path: '/profile' },
  { name: 'PATCH /profile', method: 'PATCH', path: '/profile', body: PROFILE },
  { name: 'GET /availability', method: 'GET', path: '/availability' },
  { name: 'POST /availability', method: 'POST', path: '/availability', body: AVAILABILITY },
  { name: 'GET /photos', method: 'GET', path: '/photos' },
  { name: 'GET /offers', method: 'GET', path: '/offers' },
  { name: 'GET /blocks', method: 'GET', path: '/blocks' },
  { name: FIRST_LOOK, method: 'GET', path: '/matches' },
  { name: 'GET /matches, later', method: 'GET', path: '/matches' },
];

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const secret = randomBytes(32).toString('hex');
const out = (line: string) => process.stdout.write(`${line}\n`);

function send(url: string, { method, path, body }: Call, token: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/v1${path}`, { method, agent, headers }, (response) => {
      response.resume().on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${method} ${path} answered ${response.statusCode}`));
      });
    });
    call.on('error', reject).end(body);
  });
}

interface Server extends Ready {
  readonly child: ChildProcess;
}

async function start(students: number, uri?: string): Promise<Server> {
  const args = [String(students), secret, ...(uri ? [uri] : [])];
  const { child, ready } = await startChild<Ready>('scale-process.ts', args);
  return { ...ready, child };
}

/** Processor time of one request, API and database together, in milliseconds. */
async function costs(database: Server, api: Server): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const both = async () => (await cpuSinceMark(database.child)) + (await cpuSinceMark(api.child));
  for (const call of CALLS) {
    const [warming, measured] = [api.tokens.slice(0, WARM_UP), api.tokens.slice(WARM_UP, WARM_UP + MEASURED)];
    for (const token of warming) await send(api.url, call, token);
    await both();
    for (const token of measured) await send(api.url, call, token);
    found.set(call.name, (await both()) / 1000 / measured.length);
  }
  return found;
}

/** Profiles read per second by many clients, spread over the servers. */
async function throughput(servers: readonly Server[]): Promise<number> {
  const profile = CALLS.find(({ path }) => path === '/profile')!;
  let done = 0;
  const until = performance.now() + THROUGHPUT_MS;
  const client = async (_: unknown, i: number) => {
    const { url, tokens } = servers[i % servers.length]!;
    for (let at = i; performance.now() < until; at++, done++)
      await send(url, profile, tokens[at % tokens.length]!);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return done / (THROUGHPUT_MS / 1000);
}

async function second(first: Server, students: number): Promise<string> {
  const other = await start(students, first.uri);
  const rounds: { one: number; two: number }[] = [];
  for (let i = 0; i < 3; i++)
    rounds.push({ one: await throughput([first]), two: await throughput([first, other]) });
  await stopChild(other.child);
  const best = (name: 'one' | 'two') => Math.max(...rounds.map((round) => round[name]));
  return (
    `GET /profile by ${CONNECTIONS} clients at ${students} students: ${best('one').toFixed(0)} a second by one API process, ` +
    `${best('two').toFixed(0)} by two on one database (${(best('two') / best('one')).toFixed(2)} times); database and clients ran on the same cores`
  );
}

const [few = 5_000, many = 50_000] = process.argv.slice(2).map(Number);
const databases = [await start(few), await start(many)] as const;
/** Alternates between the campuses, so that other load affects both. */
const starts: [Server[], Server[]] = [[], []];
for (let i = 0; i < STARTS; i++)
  for (const at of [0, 1] as const) {
    const api = await start([few, many][at]!, databases[at].uri);
    starts[at].push(api);
    if (i < STARTS - 1) await stopChild(api.child);
  }
const apis = [starts[0].at(-1)!, starts[1].at(-1)!] as const;
const spent = [await costs(databases[0], apis[0]), await costs(databases[1], apis[1])] as const;
const two = await second(apis[0], few);
for (const { child } of [...apis, ...databases]) await stopChild(child);
agent.destroy();

out(`what | at ${few} | at ${many} | growth | goal`);
let isMet = true;
/** Prints a figure at both sizes and records a missed goal. */
function row(name: string, at: readonly [number, number], goal: string, isGood: boolean) {
  const digits = at[1] < 100 ? 2 : 0;
  out([name, at[0].toFixed(digits), at[1].toFixed(digits), (at[1] / at[0]).toFixed(2), goal].join(' | '));
  isMet &&= isGood;
}
const median = (of: 'startSeconds' | 'megabytes') =>
  starts.map((each) =>
    percentile(
      each.map((api) => api[of]),
      0.5,
    ),
  ) as [number, number];
const [seeding, started, memory] = [
  [databases[0].seedSeconds, databases[1].seedSeconds] as const,
  median('startSeconds'),
  median('megabytes'),
];
row(
  'seeding with photos, s',
  seeding,
  `at most ${SEED_GOAL.seconds} for ${SEED_GOAL.students}`,
  seeding[0] <= SEED_GOAL.seconds * (few / SEED_GOAL.students),
);
row(
  `start of an API process, s, median of ${STARTS}`,
  started,
  `at most ${START_GOAL.seconds} and ${START_GOAL.growth} times`,
  started[1] <= START_GOAL.seconds && started[1] <= START_GOAL.growth * started[0],
);
row(
  'memory of an API process, MB',
  memory,
  `at most ${MEMORY_GROWTH} times`,
  memory[1] <= MEMORY_GROWTH * memory[0],
);
for (const { name } of CALLS) {
  const at = [spent[0].get(name)!, spent[1].get(name)!] as const;
  row(`${name}, processor ms`, at, `at most ${FLAT} times`, at[1] <= FLAT * at[0]);
}
const beside = spent.map((each) => each.get(FIRST_LOOK)! / each.get('GET /profile')!) as [number, number];
row(
  `${FIRST_LOOK}, of GET /profile`,
  beside,
  `at most ${LIST_GOAL}`,
  beside.every((each) => each <= LIST_GOAL),
);
out(two);
process.exitCode = isMet ? 0 : 1;
