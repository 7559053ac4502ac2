import { connectMongo } from '@flint/services';
import { isLong, SEED } from '@flint/testing/long';
import type { Connection } from 'mongoose';
import { createRandom } from '../../seed/random';
import { startProcesses, type Processes } from './testing/processes';

/** 50 in `npm run test:faults`. */
const ROUNDS = Number(process.env.FLINT_KILL_ROUNDS ?? 2);
const PEOPLE = 400;
const LEASE_MS = 1_500;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

jest.setTimeout(600_000 + ROUNDS * 60_000);

const random = createRandom(SEED);

let processes: Processes;
let db: Connection;
beforeAll(async () => {
  processes = await startProcesses();
  await processes.database();
  db = await connectMongo(processes.uri);
  const people = Array.from({ length: PEOPLE }, (_, at) => ({ first: `Ann${at}`, last: 'Berg', visits: 0 }));
  await db.collection('people').insertMany(people);
});
afterAll(async () => {
  await db.close();
  await processes[Symbol.asyncDispose]();
});

/** One that will be stopped has a short lease; one that must finish has a long one. */
const migrate = (way: 'up' | 'down', leaseMs = LEASE_MS) =>
  processes.command(['migrate', way], { FLINT_TEST_LEASE: `${leaseMs}` });
const expectDone = async (way: 'up' | 'down') => {
  const { exit, output } = await migrate(way, 60_000);
  if ((await exit) !== 0) throw new Error(`migrate ${way} failed: ${output()}`);
  await expectWhole(way);
};

/** The first names in the documents of one version's form. */
async function namesIn(way: 'up' | 'down'): Promise<unknown[]> {
  const full = way === 'up' ? / Berg$/ : null;
  return (await db.collection('people').find({ full }).toArray()).map(({ first }) => first as unknown);
}

/** Every document is in the form of that version, and so is the record. */
async function expectWhole(way: 'up' | 'down'): Promise<void> {
  const applied = await db.collection('migrations').countDocuments();
  const found = [way, (await namesIn(way)).length, applied];
  expect(found).toEqual([way, PEOPLE, way === 'up' ? 1 : 0]);
}

describe(`a migration, ${ROUNDS} rounds of seed ${SEED}`, () => {
  it('killed, or stopped past its lease, at random instants and repeated under load - leaves nothing half, loses no write and writes nothing late but what was on its way', async () => {
    const people = db.collection('people');
    const load = { isOver: false, count: 0 };
    const writing = (async () => {
      for (; !load.isOver; load.count++) {
        await people.updateOne({ first: `Ann${load.count % PEOPLE}` }, { $inc: { visits: 1 } });
        await wait(5);
      }
    })();
    const ends = { killed: 0, stalled: 0, refused: 0, late: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const way = round % 2 === 0 ? 'up' : 'down';
      const first = await migrate(way);
      await wait(random.int(0, 500));
      const isKill = isLong ? random.chance(0.5) : round === 0;
      if (isKill) {
        if ((await first.end()) === null) ends.killed += 1;
        await expectDone(way);
        continue;
      }
      // on a busy machine it can lose its lock before it begins
      const hasEnded = () => first.child.exitCode !== null;
      while (!hasEnded() && (await namesIn(way)).length === 0) await wait(1);
      first.child.kill('SIGSTOP');
      const done = (await namesIn(way)).length;
      if (hasEnded() || done === PEOPLE) {
        await first.end();
        await expectDone(way);
        continue;
      }
      ends.stalled += 1;
      // another machine takes over, and goes back and forth
      await expectDone(way);
      const other = way === 'up' ? 'down' : 'up';
      await expectDone(other);
      first.child.kill('SIGCONT');
      if ((await first.exit) !== 0) {
        ends.refused += 1;
        expect(first.output()).toContain('the lock of the migrations was lost');
      }
      // the process may have stopped between its check and the write of the next document
      const late = await namesIn(way);
      expect([[], [`Ann${done}`]]).toContainEqual(late);
      ends.late += late.length;
      await expectDone(way);
    }
    load.isOver = true;
    await writing;
    const visits = (await people.find().toArray()).map((person) => Number(person.visits));
    expect(visits.reduce((sum, each) => sum + each, 0)).toBe(load.count);
    process.stdout.write(
      `migrations: ${ROUNDS} rounds, ${ends.killed} killed, ${ends.stalled} stalled, ${ends.refused} of them refused, ${ends.late} writes on their way, nothing half, ${load.count} writes all there\n`,
    );
  });
});
