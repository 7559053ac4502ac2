import { mayMeet } from '../rules/may-meet';
import { population, snapshotOf, TODAY } from '../testing/campus';
import { roundOf } from '../testing/round';
import { makeRound, Snapshot } from './index';

describe('a large round, or one in threads', () => {
  it('the same snapshot and seed - in one thread or in two, from stored chunks - make the same lists', async () => {
    const snapshot = await snapshotOf(population(41, 121));
    const stored = Snapshot.fromChunks(snapshot.toChunks(10_000));
    const [here, threads] = [await roundOf(snapshot), await roundOf(stored, { threads: 2 })];
    expect([...threads.lists].sort()).toEqual([...here.lists].sort());
    expect(threads.figures).toEqual({ ...here.figures, milliseconds: expect.any(Number) });
  });

  it('with more people than retained pairs - fills every list, even if all prefer the same people', async () => {
    const people = population(43, 60);
    const [[a, b] = []] = people.flatMap((one) =>
      people.filter((other) => mayMeet(one, other, TODAY)).map((other) => [one, other] as const),
    );
    const crowd = Array.from({ length: 420 }, (_, i) => ({ ...(i % 2 ? a! : b!), id: `c${i}` }));
    const { lists, figures } = await roundOf(await snapshotOf(crowd));
    expect(figures).toMatchObject({ lists: 420, short: 0 });
    expect(figures.gini).toBeLessThan(0.05);
    expect(lists.size).toBe(420);
  });

  it('an aborted round, or lists that cannot be stored - reject', async () => {
    const snapshot = await snapshotOf(population(44, 100));
    const onLists = () => Promise.resolve();
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(makeRound(snapshot, { seed: 1, threads: 0, onLists, signal })).rejects.toThrow('called off');
    const full = () => Promise.reject(new Error('disk full'));
    await expect(makeRound(snapshot, { seed: 1, threads: 1, onLists: full })).rejects.toThrow('disk full');
  });
});
