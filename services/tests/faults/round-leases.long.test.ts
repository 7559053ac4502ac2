import { connectMongo, createLog, fixedClock, readEnv, systemClock, type Deps } from '@flint/services';
import { freePort } from '@flint/testing/free-port';
import { seedCampus } from '../../seed/campus';
import { cipherOf } from '../../src/infra/field-cipher';
import { makeTodaysRound } from '../../src/resources/matches/make-round';
import { lists, rounds, type RoundDocument } from '../../src/resources/matches/match.model';
import { roundDay } from '../../src/resources/matches/rounds';
import { call, startProcesses, type Processes, type Running } from './testing/processes';

/** 3,000 in `npm run test:faults`, which also waits for the lease. */
const STUDENTS = Number(process.env.FLINT_CAMPUS_STUDENTS ?? 300);
const IS_LONG = STUDENTS > 1_000;
const DAY_MS = 86_400_000;
/** Longer than the lease of a minute plus the check every 15 seconds, on a shared machine. */
const LOOK_MS = 60_000;
const LEASE_MS = 60_000;

jest.setTimeout(600_000 + STUDENTS * 60);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let processes: Processes;
let deps: Deps;
let today: string;
let ports: [number, number];
let apis: [Running, Running];
let viewers: { readonly token: string; readonly yesterday: string }[];

const startApi = async (at: 0 | 1): Promise<Running> => {
  const api = await processes.api(ports[at], { FLINT_TEST_PATIENCE: '20000' });
  await api.said('serving');
  return api;
};
const roundToday = () => rounds(deps.db).findById(today).lean<RoundDocument>();
const listsOf = (attempt: number) => lists(deps.db).countDocuments({ round: `${today}.${attempt}` });

async function until<T>(what: string, ms: number, ask: () => Promise<T | null | false>): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await wait(10);
  }
}

/** The people on a student's list, in order. */
async function namedTo(at: 0 | 1, token: string): Promise<string> {
  const { status, body } = await call(ports[at], 'GET /api/v1/matches', { token });
  expect(status).toBe(200);
  return body.items.map(({ userId }: { userId: string }) => userId).join();
}

/** Expects each viewer's list of yesterday from that process. */
async function expectYesterday(at: 0 | 1): Promise<void> {
  for (const { token, yesterday } of viewers) expect(await namedTo(at, token)).toBe(yesterday);
}

beforeAll(async () => {
  processes = await startProcesses();
  await processes.database();
  const { uri, secret, dir } = processes;
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dir });
  deps = {
    env,
    db: await connectMongo(uri),
    clock: systemClock,
    log: createLog('silent'),
    secret,
    dataDir: dir,
  };
  cipherOf(deps).follow('local');
  today = roundDay(deps);
  await seedCampus(deps, { students: STUDENTS });
  const yesterday = fixedClock(new Date(Date.now() - DAY_MS).toISOString());
  await makeTodaysRound({ ...deps, clock: yesterday });
  ports = [await freePort(), await freePort()];
});
afterAll(async () => {
  await deps.db.close();
  await processes[Symbol.asyncDispose]();
});

describe('a round of two API processes on one database', () => {
  it('due in both - is made by one of them, once', async () => {
    apis = await Promise.all([startApi(0), startApi(1)]);
    await until('a round of today', LOOK_MS, async () => (await roundToday())?.ready);
    // the other process checks meanwhile
    await wait(IS_LONG ? 20_000 : 1_000);
    expect(await roundToday()).toMatchObject({ attempt: 1, unfinished: 0, ready: { attempt: 1 } });
    expect(await listsOf(1)).toBe(STUDENTS);
  });

  it('whose process is killed midway - leaves yesterday’s lists until the other takes over', async () => {
    // due again: one process stalls, the other makes the round
    const [killed, other] = apis;
    other.child.kill('SIGSTOP');
    const forget = async () => {
      await rounds(deps.db).deleteOne({ _id: today });
      await lists(deps.db).deleteMany({ round: `${today}.1` });
    };
    await forget();
    const people = await deps.db.collection<{ _id: string }>('profiles').find().limit(5).toArray();
    viewers = await Promise.all(
      people.map(async ({ _id }) => {
        const token = await processes.tokenOf(_id);
        return { token, yesterday: await namedTo(0, token) };
      }),
    );
    expect(viewers.every(({ yesterday }) => yesterday.split(',').length > 5)).toBe(true);
    await killed.end();
    await forget();
    const again = await startApi(0);
    await until('some lists of today', LOOK_MS, async () => (await listsOf(1)) > 0);
    await again.end('SIGKILL');
    const left = await listsOf(1);
    expect([left > 0, left < STUDENTS, (await roundToday())?.ready]).toEqual([true, true, null]);

    other.child.kill('SIGCONT');
    await expectYesterday(1);
    expect(await roundToday()).toMatchObject({ attempt: 1, ready: null });
    // waits for the lease; the short run ends it directly
    if (!IS_LONG) await rounds(deps.db).updateOne({ _id: today }, { $set: { until: new Date(0) } });
    const taken = await until('a second attempt', LEASE_MS + LOOK_MS, async () => {
      const found = await roundToday();
      return found?.attempt === 2 && found;
    });
    if (!taken.ready) await expectYesterday(1);
    const patience = LOOK_MS + STUDENTS * 20;
    await until('the round of the other', patience, async () => (await roundToday())?.ready);
    expect(await roundToday()).toMatchObject({ attempt: 2, ready: { attempt: 2 } });
    expect(await listsOf(2)).toBe(STUDENTS);
    await until('nothing left of the first attempt', LOOK_MS, async () => (await listsOf(1)) === 0);
    const now = await Promise.all(viewers.map(({ token }) => namedTo(1, token)));
    expect(now).not.toEqual(viewers.map(({ yesterday }) => yesterday));
  });
});
