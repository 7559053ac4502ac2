import { randomUUID } from 'node:crypto';
import { connectMongo } from '@flint/services';
import type { Connection } from 'mongoose';
import { freePort } from '@flint/testing/free-port';
import { isLong } from '@flint/testing/long';
import { call, startProcesses, until, type Processes, type Running } from './testing/processes';

/** 50 in `npm run test:faults`, of each in turn; `npx flint check all` kills both at once. */
const ROUNDS = Number(process.env.FLINT_KILL_ROUNDS ?? 1);
const PAIRS = isLong ? 12 : 5;
/** In ms, longer than in production because of shared cores. After a lost connection the driver may wait for an answer until then. */
const PATIENCE = { FLINT_TEST_PATIENCE: '5000' };
const VICTIMS = ['both', 'the API', 'the database'] as const;

jest.setTimeout(600_000 + ROUNDS * 40_000);

let processes: Processes;
let admin: Connection;
let port: number;
let api: Running;
let database: Running;

beforeAll(async () => {
  processes = await startProcesses();
  port = await freePort();
  database = await processes.database();
  api = await processes.api(port, PATIENCE);
  await api.said('serving');
  admin = await connectMongo(processes.uri);
});
afterAll(async () => {
  await admin.close();
  await processes[Symbol.asyncDispose]();
});

interface Person {
  readonly id: string;
  readonly token: string;
}

/** Empties the campus and makes an empty round, so that the few students of each case find each other. */
async function newCampus(round: number): Promise<void> {
  if (round === 0) return;
  for (const name of ['profiles', 'contact_marks', 'match_rounds', 'match_pieces', 'match_lists'])
    await admin.collection(name).deleteMany({});
  await api.end();
  api = await processes.api(port, PATIENCE);
  await until(port, 'GET /health/ready', 200);
}

async function enrol(gender: 'man' | 'woman'): Promise<Person> {
  const id = randomUUID();
  const token = await processes.tokenOf(id);
  const answers = {
    bundle_intro: { display_name: 'Student', date_of_birth: '2004-01-15' },
    gender_identity: gender,
    seeking_genders: { values: [gender === 'man' ? 'women' : 'men'] },
  };
  const body = { answers, onboardingCompletedAt: new Date().toISOString() };
  await insist(() => call(port, 'PATCH /api/v1/profile', { token, body }));
  const { status } = await insist(() => call(port, 'GET /api/v1/matches', { token }));
  expect(status).toBe(200);
  return { id, token };
}

const proposedDate = new Date(Date.now() + 5 * 86_400_000).toISOString();
const weekOf = (hour: number) => ({
  utcSlots: [{ dayOfWeek: hour % 7, startHour: hour % 24, endHour: (hour % 24) + 1 }],
  timezone: 'America/Toronto',
  lastUpdated: new Date().toISOString(),
});

/** Behaves like a client: repeats a request with the same key until it gets a final answer. */
async function insist(send: () => ReturnType<typeof call>): Promise<Awaited<ReturnType<typeof call>>> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await send();
    const { status, body } = answer;
    const unsettled = status === 0 || status >= 500 || body?.code === 'idempotency_in_flight';
    if (!unsettled) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no answer after 40 s');
}

async function restart(victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim !== 'the API') {
    await database.end();
    database = await processes.database();
  }
  if (victim !== 'the database') {
    await api.end();
    api = await processes.api(port, PATIENCE);
  }
  await until(port, 'GET /health/ready', 200);
}

describe(`kill -9 in the middle of writes, ${ROUNDS} rounds`, () => {
  it('of the API, of the database, of both - loses no acknowledged write and duplicates no offer', async () => {
    let acknowledged = 0;
    let unanswered = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const victim = VICTIMS[round % VICTIMS.length]!;
      await newCampus(round);
      const pairs = await Promise.all(
        Array.from({ length: PAIRS }, async () => [await enrol('woman'), await enrol('man')] as const),
      );
      const firstAnswers: string[] = [];
      const unansweredBefore = unanswered;
      const offers = pairs.map(async ([{ token }, { id: toUserId }], at) => {
        // spread over the moment of the crash
        await new Promise((resolve) => setTimeout(resolve, at * 20));
        const key = randomUUID();
        const body = { toUserId, proposedDate, location: 'Library', activity: 'Coffee' };
        const send = () => call(port, 'POST /api/v1/offers', { token, key, body });
        const first = await send();
        if (first.status === 201) firstAnswers.push(first.body.id);
        else unanswered += 1;
        return insist(send);
      });
      const weeks = pairs.map(async ([, { token }], at) => {
        let lastSaved = -1;
        for (let hour = at; hour < at + 20; hour++) {
          const { status } = await call(port, 'POST /api/v1/availability', { token, body: weekOf(hour) });
          if (status === 200) lastSaved = hour;
          else return { lastSaved, next: hour };
        }
        return { lastSaved, next: null };
      });
      // some writes are acknowledged, some in progress, some not sent
      const enough = 1 + (round % (PAIRS >> 1));
      const isLeft = () => firstAnswers.length + unanswered - unansweredBefore < PAIRS;
      while (firstAnswers.length < enough && isLeft()) await new Promise((resolve) => setTimeout(resolve, 1));
      await restart(victim);
      const settled = await Promise.all(offers);
      const saved = await Promise.all(weeks);

      for (const [at, [ann, ben]] of pairs.entries()) {
        const { status, body } = settled[at]!;
        const id = status === 201 ? body.id : body.offer?.id;
        expect([victim, status, body.code ?? null, typeof id]).toEqual([
          victim,
          status,
          body.code ?? null,
          'string',
        ]);
        expect([201, 409]).toContain(status);
        const seen = await insist(() => call(port, 'GET /api/v1/offers', { token: ben.token }));
        expect(seen.body.items.map((offer: { id: string }) => offer.id)).toEqual([id]);
        expect(await admin.collection('offer_threads').countDocuments({ participants: ann.id })).toBe(1);
        const { lastSaved, next } = saved[at]!;
        if (lastSaved >= 0) {
          const week = (await insist(() => call(port, 'GET /api/v1/availability', { token: ben.token })))
            .body;
          const allowed = [lastSaved, ...(next === null ? [] : [next])].map((hour) => weekOf(hour).utcSlots);
          expect(allowed).toContainEqual(week.utcSlots);
          acknowledged += 1;
        }
      }
      const ids = settled.map(({ body }) => body.id ?? body.offer.id);
      for (const id of firstAnswers) expect(ids).toContain(id);
      acknowledged += settled.length;
    }
    process.stdout.write(
      `kill -9: ${ROUNDS} rounds, ${acknowledged} acknowledged writes all there, ${unanswered} first answers lost and repeated, no offer twice\n`,
    );
  });
});
