import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer } from '@flint/testing';
import { photoStore } from '../src/infra/photo-store';
import { loadProfile } from '../src/resources/profile/index';
import { makeTodaysRound } from '../src/resources/matches/make-round';
import { ownList } from '../src/resources/matches/own-list';
import { profiles } from '../src/resources/profile/profile.model';
import { threads } from '../src/resources/offers/thread.model';
import { seedCampus } from './campus';
import { createRandom, seedDemo } from './index';
import { seedStudent } from './student';

const clock = () => fixedClock('2030-03-01T12:00:00Z');
const REAL = { answered: 1, photos: 0, week: false };
const idsOf = async ({ deps }: TestServer) =>
  (
    await deps.db
      .db!.collection('profiles')
      .find({}, { sort: { _id: 1 } })
      .toArray()
  ).map(({ _id }) => String(_id));

describe('a seeded campus', () => {
  it('of 40 students - is complete: profiles that can be matched, weeks, visible photos', async () => {
    await using server = await startTestServer({ clock: clock() });
    await seedCampus(server.deps, { students: 40 });
    const ids = await idsOf(server);
    expect(ids).toHaveLength(40);
    const count = (name: string) => server.deps.db.db!.collection(name).countDocuments();
    expect(await count('auth_users')).toBe(40);
    expect(await count('albums')).toBeGreaterThan(25);
    const [upload] = await server.deps.db.db!.collection('photo_uploads').find().toArray();
    expect((await photoStore(server.deps).read(`${String(upload!._id)}/large.webp`))?.length).toBeGreaterThan(
      1000,
    );
    expect((await loadProfile(server.deps, ids[0]!))?.answers).toHaveProperty('gender_identity');
    expect(await makeTodaysRound(server.deps, { again: true })).toMatchObject({ students: 40, lists: 40 });
  });

  it('the same seed - creates the same students - and throws in production', async () => {
    await using one = await startTestServer({ clock: clock() });
    await using two = await startTestServer({ clock: clock() });
    await seedCampus(one.deps, { students: 5 });
    await seedCampus(two.deps, { students: 5 });
    expect(await idsOf(one)).toEqual(await idsOf(two));
    await expect(seedCampus(two.deps, { students: 5 })).rejects.toThrow('there already');
    const production = { ...one.deps, env: { ...one.deps.env, NODE_ENV: 'production' as const } };
    await expect(seedCampus(production, { students: 1 })).rejects.toThrow('production');
  });
});

describe('the demo campus', () => {
  it('of an empty database - has a list for every student who can be matched, and offers in every state', async () => {
    await using server = await startTestServer({ clock: clock() });
    const accounts = await seedDemo(server.deps, { isPlain: true });
    expect(accounts.length).toBeGreaterThan(3);
    const { db } = server.deps;
    expect(await db.collection('offer_threads').countDocuments()).toBe(6);
    const ready = await db.collection('auth_users').findOne({ email: /^ready@/ });
    const list = await ownList(server.deps, { userId: String(ready!._id) });
    expect(list!.people.length).toBeGreaterThan(5);
  });

  it('interrupted in the middle - is made again as a whole at the next start, and not at the one after', async () => {
    await using server = await startTestServer({ clock: clock() });
    const { db } = server.deps;
    const names = ['auth_users', 'profiles', 'offer_threads', 'safety_reports'];
    const counts = () => Promise.all(names.map((name) => db.collection(name).countDocuments()));
    const interruption = jest.spyOn(threads(db), 'replaceOne').mockImplementation(() => {
      throw new Error('ended');
    });
    await expect(seedDemo(server.deps, { isPlain: true })).rejects.toThrow('ended');
    expect(await counts()).toEqual([41, 40, 0, 0]);
    interruption.mockRestore();
    await seedDemo(server.deps, { isPlain: true });
    expect(await counts()).toEqual([41, 40, 6, 5]);
    await db.collection('offer_threads').deleteOne({});
    await seedDemo(server.deps);
    expect(await counts()).toEqual([41, 40, 5, 5]);
  });

  it.each(['another database', 'the same database'])(
    'interrupted - with a student whom it did not make in %s - removes nobody at the next start',
    async (which) => {
      await using interrupted = await startTestServer({ clock: clock() });
      await using another = await startTestServer({ clock: clock() });
      const interruption = jest.spyOn(profiles(interrupted.deps.db), 'findById').mockImplementation(() => {
        throw new Error('ended');
      });
      await expect(seedDemo(interrupted.deps, { isPlain: true })).rejects.toThrow('ended');
      interruption.mockRestore();
      const { db } = which === 'another database' ? another.deps : interrupted.deps;
      const deps = { ...interrupted.deps, db };
      await seedStudent(deps, createRandom(1), { ...REAL, email: 'real@campus.edu', name: 'Real' });
      await seedDemo(deps, { isPlain: true });
      expect(await db.collection('profiles').countDocuments({ email: 'real@campus.edu' })).toBe(1);
    },
  );
});
