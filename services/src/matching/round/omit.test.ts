import { makeListFor } from './index';
import { meets, NEW, population, snapshotOf } from '../testing/campus';
import { idsOn, roundOf } from '../testing/round';

const people = population(42, 60);
const ids = people.map(({ id }) => id);

describe('the pairs that a round omits', () => {
  it('of a small campus - are about a tenth of the eligible ones, others in each round, and missing on both lists', async () => {
    const snapshot = await snapshotOf(people);
    const eligible = ids.flatMap((a) => ids.filter((b) => meets(snapshot, a, b)).map((b) => `${a} ${b}`));
    const gone = [];
    for (const seed of [1, 2]) {
      const omitted = { share: 0.1, seed };
      const { lists } = await roundOf(snapshot, { omitted });
      const listed = new Set([...lists].flatMap(([a, list]) => idsOn(list).map((b) => `${a} ${b}`)));
      const missing = eligible.filter((pair) => !listed.has(pair));
      expect(missing.length / eligible.length).toBeGreaterThan(0.04);
      expect(missing.length / eligible.length).toBeLessThan(0.2);
      for (const pair of missing) expect(missing).toContain(pair.split(' ').reverse().join(' '));
      // a list made outside the round omits the same
      for (const id of ids)
        for (const other of idsOn(makeListFor(snapshot, id, { apart: new Set(), omitted })))
          expect(missing).not.toContain(`${id} ${other}`);
      gone.push(missing.join());
    }
    expect(gone[0]).not.toBe(gone[1]);
  });

  it('by default - are none', async () => {
    const snapshot = await snapshotOf(people);
    const { lists } = await roundOf(snapshot);
    for (const a of ids)
      expect(idsOn(lists.get(a)!).toSorted()).toEqual(ids.filter((b) => meets(snapshot, a, b)).toSorted());
  });
});

describe('a student with offers to answer', () => {
  it('however many - is on everybody’s list, and on a joiner’s list behind equals', async () => {
    const crowded = ids[0]!;
    const standingOf = ({ id }: { id: string }) => ({ ...NEW, waiting: id === crowded ? 200 : 0 });
    const [snapshot, before] = [await snapshotOf(people, standingOf), await snapshotOf(people)];
    const { lists } = await roundOf(snapshot);
    const viewers = ids.filter((viewer) => meets(snapshot, viewer, crowded));
    expect(viewers.length).toBeGreaterThan(0);
    for (const viewer of viewers) {
      expect(idsOn(lists.get(viewer)!)).toContain(crowded);
      const placeIn = (rows: typeof snapshot) =>
        idsOn(makeListFor(rows, viewer, { apart: new Set() })).indexOf(crowded);
      expect(placeIn(snapshot)).toBeGreaterThanOrEqual(placeIn(before));
    }
  });
});
