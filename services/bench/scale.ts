/**
 * `npm run bench -- scale [few] [many]`: what grows with the number of students: seeding, start, memory, and the processor time of each
 * endpoint; and what a second API process on the same database adds.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { cpuSinceMark, startChild, stopChild } from './child';
import type { Ready } from './scale-process';

const SEED_GOAL = { students: 5_000, seconds: 60 };
/** An endpoint that has nothing to do with how many students there are costs at most so many times as much; the rest is noise. */
const FLAT = 2;
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
  readonly grows?: true;
}
const CALLS: readonly Call[] = [
  { name: 'GET /config', method: 'GET', path: '/config' },
  { name: 'GET /profile', method: 'GET', path: '/profile' },
  { name: 'PATCH /profile', method: 'PATCH', path: '/profile', body: PROFILE },
  { name: 'GET /availability', method: 'GET', path: '/availability' },
  { name: 'POST /availability', method: 'POST', path: '/availability', body: AVAILABILITY },
  { name: 'GET /photos', method: 'GET', path: '/photos' },
  { name: 'GET /offers', method: 'GET', path: '/offers' },
  { name: 'GET /blocks', method: 'GET', path: '/blocks' },
  { name: 'GET /matches, first look of the day', method: 'GET', path: '/matches', grows: true },
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
async function costs(server: Server): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const call of CALLS) {
    const [warming, measured] = [
      server.tokens.slice(0, WARM_UP),
      server.tokens.slice(WARM_UP, WARM_UP + MEASURED),
    ];
    for (const token of warming) await send(server.url, call, token);
    await cpuSinceMark(server.child);
    for (const token of measured) await send(server.url, call, token);
    found.set(call.name, (await cpuSinceMark(server.child)) / 1000 / measured.length);
  }
  return found;
}

/** Profiles read a second by many clients at once, spread over the servers. */
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
  const beside = { ...other, tokens: first.tokens };
  const rounds: { one: number; two: number }[] = [];
  for (let i = 0; i < 3; i++)
    rounds.push({ one: await throughput([first]), two: await throughput([first, beside]) });
  await stopChild(other.child);
  const best = (name: 'one' | 'two') => Math.max(...rounds.map((round) => round[name]));
  return (
    `GET /profile by ${CONNECTIONS} clients at ${students} students: ${best('one').toFixed(0)} a second by one API process, ` +
    `${best('two').toFixed(0)} by two on one database (${(best('two') / best('one')).toFixed(2)} times); database and clients ran on the same cores`
  );
}

const [few = 5_000, many = 50_000] = process.argv.slice(2).map(Number);
const measured: { server: Server; costs: Map<string, number> }[] = [];
let two = '';
for (const students of [few, many]) {
  const server = await start(students);
  measured.push({ server, costs: await costs(server) });
  if (students === few) two = await second(server, students);
  await stopChild(server.child);
}
agent.destroy();

const [small, large] = [measured[0]!, measured[1]!];
out(`what | at ${few} | at ${many} | growth | goal`);
const row = (name: string, at: readonly [number, number], digits: number, goal: string) =>
  out([name, at[0].toFixed(digits), at[1].toFixed(digits), (at[1] / at[0]).toFixed(2), goal].join(' | '));
const seedGoal = `at most ${SEED_GOAL.seconds} s for ${SEED_GOAL.students}`;
row('seeding with photos, s', [small.server.seedSeconds, large.server.seedSeconds], 1, seedGoal);
row('start of the API, index filled, s', [small.server.startSeconds, large.server.startSeconds], 1, '');
row('memory, API and database, MB', [small.server.megabytes, large.server.megabytes], 0, '');
let isFlat = true;
for (const { name, grows } of CALLS) {
  const at = [small.costs.get(name)!, large.costs.get(name)!] as const;
  row(`${name}, processor ms`, at, 2, grows ? '' : `at most ${FLAT}`);
  if (!grows && at[1] > FLAT * at[0]) isFlat = false;
}
out(two);
const isSeeded = small.server.seedSeconds <= SEED_GOAL.seconds * (few / SEED_GOAL.students);
process.exitCode = isFlat && isSeeded ? 0 : 1;
