import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { enrol } from '../offers/testing/campus';
import { MatchBoard } from './match-board';

jest.setTimeout(60_000);

const clock = fixedClock('2027-03-02T17:00:00Z');
let server: TestServer;
/** Another process of the same installation: its own board on the same database. */
let other: MatchBoard;

beforeAll(async () => {
  server = await startTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
  const db = server.deps.db.useDb(server.deps.db.name);
  other = new MatchBoard({ ...server.deps, db });
  await other.open();
});
afterAll(async () => {
  other.close();
  await server[Symbol.asyncDispose]();
});

const TODAY = 20270302;
const week = (from: number) => ({
  utcSlots: [{ dayOfWeek: 5, startHour: from, endHour: from + 3 }],
  timezone: 'UTC',
  lastUpdated: clock.now().toISOString(),
});
const collection = (name: string) => server.deps.db.collection<{ _id: string }>(name);
const meets = async (a: TestStudent, b: TestStudent) =>
  (await other.current(a.id)).index.mayMeet(a.id, b.id, TODAY);

describe('the matching index', () => {
  it('what was written past it - is found by comparing with the database, each once, and then nothing is', async () => {
    const [ann, ben, cem] = [
      await enrol(server),
      await enrol(server, { name: 'Ben', gender: 'man' }),
      await enrol(server, { name: 'Cem', gender: 'man' }),
    ];
    expect(await other.reconcile()).toBe(3);
    expect(await other.reconcile()).toBe(0);
    expect([await meets(ann, ben), await meets(ann, cem)]).toEqual([true, true]);

    const dan = await enrol(server, { name: 'Dan', gender: 'man' });
    await collection('profiles').updateOne(
      { _id: ben.id },
      { $set: { 'answers.seeking_genders': { values: ['men'] } } },
    );
    await collection('profiles').deleteOne({ _id: cem.id });
    await collection('availabilities').insertOne({ _id: ann.id, ...week(17) } as { _id: string });
    expect(await other.reconcile()).toBe(4);
    expect([await meets(ann, ben), await meets(ann, dan)]).toEqual([false, true]);
    const { index } = await other.current(ann.id);
    expect([index.hasWeek(ann.id), index.has(cem.id), index.size]).toEqual([true, false, 3]);
    expect(await other.reconcile()).toBe(0);
  });

  it('a change in another process - is followed within one look, without reading everybody', async () => {
    const [ann, ben] = [await enrol(server), await enrol(server, { name: 'Ben', gender: 'man' })];
    await other.reconcile();
    clock.advanceSeconds(60);
    await ben.call('PATCH /profile', { answers: { seeking_genders: { values: ['men'] } } });
    await ann.call('POST /availability', week(18));
    expect(await meets(ann, ben)).toBe(true);
    await other.followOthers();
    expect(await meets(ann, ben)).toBe(false);
    expect((await other.current(ann.id)).index.hasWeek(ann.id)).toBe(true);
    expect(await other.reconcile()).toBe(0);
  });

  it('somebody who answered in another process a moment ago - is read at their own request', async () => {
    const ann = await enrol(server);
    expect((await other.current(ann.id)).index.has(ann.id)).toBe(true);
  });
});
