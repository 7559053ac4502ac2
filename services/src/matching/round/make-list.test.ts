import { createProjector } from '@flint/contracts/week/hours';
import { mayMeet } from '../rules/may-meet';
import { rankByReference } from '../rules/rank';
import type { MatchStudent } from '../student';
import { FRAME, meets, NEW, population, snapshotOf, TODAY } from '../testing/campus';
import { idsOn } from '../testing/round';
import { makeListFor, Snapshot } from './index';

describe('the list of somebody who joins during the day', () => {
  const students = population(47, 60);
  const partnersOf = (one: MatchStudent) => students.filter((other) => mayMeet(one, other, TODAY));
  const joiner = students.find((one) => partnersOf(one).length > 5)!;
  const others = students.filter((one) => one !== joiner);

  it('from rows stored one by one - contains only people who may meet, and is the same each time', async () => {
    const morning = await snapshotOf(others);
    const row = (await snapshotOf([joiner])).toChunks();
    expect(row).toHaveLength(1);
    const now = morning.with(Snapshot.fromChunks(row));
    const list = makeListFor(now, joiner.id, { apart: new Set() });
    const named = idsOn(list);
    expect(named.length).toBeGreaterThan(5);
    for (const id of named) expect(meets(now, joiner.id, id)).toBe(true);
    const without = makeListFor(now, joiner.id, { apart: new Set(named.slice(0, 2)) });
    expect(idsOn(without)).toEqual(expect.not.arrayContaining(named.slice(0, 2)));
    expect(makeListFor(now, joiner.id, { apart: new Set() })).toEqual(list);
    const among = new Set(named.slice(3, 5));
    expect(idsOn(makeListFor(now, joiner.id, { apart: new Set(), among }))).toEqual([...among]);
    expect(makeListFor(morning, joiner.id, { apart: new Set() }).shown).toEqual([]);
  });

  it('an existing row - stays unchanged', async () => {
    const morning = await snapshotOf(students);
    const changed = await snapshotOf([{ ...joiner, answers: {} }]);
    const now = morning.with(changed);
    // and nothing is copied
    expect(now).toBe(morning);
  });

  const rankedFor = (viewer: MatchStudent, pool: readonly MatchStudent[], limit: number) =>
    rankByReference(viewer, pool, {
      today: TODAY,
      projector: createProjector({ start: FRAME.windowStart }),
      limit,
    });

  it.each([30, 110])('among %i who are all new - is in the order of the reference', async (size) => {
    const many = population(48 + size, size);
    const snapshot = await snapshotOf(many);
    for (const viewer of many) {
      const list = makeListFor(snapshot, viewer.id, { apart: new Set() });
      expect(idsOn(list)).toEqual(rankedFor(viewer, many, 40).map(({ id }) => id));
      expect(list.shown).toHaveLength(Math.min(20, idsOn(list).length));
    }
  });

  it('among students with and without a date lately - prefers those without by half a standard deviation of the scores', async () => {
    const dated = { ...NEW, weeksPresent: 4, attention: 4, dates: 1, weeksSinceDate: 3 };
    // claims of 0.8 and 0.3
    const isNew = (at: number) => at % 3 > 0;
    const snapshot = await snapshotOf(students, (_, at) => (isNew(at) ? NEW : dated));
    const ranked = rankedFor(joiner, students, 100);
    const fits = ranked.map(({ compatibility }) => compatibility);
    const mean = fits.reduce((sum, fit) => sum + fit, 0) / fits.length;
    const deviation = Math.sqrt(fits.reduce((sum, fit) => sum + (fit - mean) ** 2, 0) / fits.length);
    const orderOf = (one: (typeof ranked)[number]) =>
      one.order + (isNew(students.findIndex(({ id }) => id === one.id)) ? 0.5 * deviation : 0);
    const expected = ranked.toSorted((a, b) => orderOf(b) - orderOf(a)).map(({ id }) => id);
    expect(expected).not.toEqual(ranked.map(({ id }) => id));
    expect(idsOn(makeListFor(snapshot, joiner.id, { apart: new Set() }))).toEqual(expected.slice(0, 40));
  });
});
