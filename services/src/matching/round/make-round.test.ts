import { bandThresholds } from '../packed/bands';
import { mayMeet } from '../reference/hard-filter';
import { rankByReference } from '../reference/rank';
import { reasonCodes } from '../reasons';
import { activityCodes } from '../activities';
import type { MatchStudent } from '../student';
import { NEW, population, snapshotOf, TODAY, meets } from '../testing/campus';
import { createProjector, instantOf } from '@flint/contracts/week/hours';
import { decodeList, makeListFor, makeRound, Snapshot, type MadeList } from './index';

async function roundOf(
  snapshot: Snapshot,
  options: { apart?: readonly (readonly [string, string])[]; threads?: number; seed?: number } = {},
) {
  const lists = new Map<string, MadeList>();
  const figures = await makeRound(snapshot, {
    threads: 0,
    seed: 1,
    ...options,
    onLists(made) {
      for (const { id, bytes } of made) {
        expect(lists.has(id)).toBe(false);
        lists.set(id, decodeList(bytes));
      }
      return Promise.resolve();
    },
  });
  return { lists, figures };
}

const idsOn = ({ shown, reserve }: MadeList) => [...shown, ...reserve].map(({ id }) => id);

describe('the lists of a round', () => {
  const students = population(41, 121);
  const byId = new Map(students.map((student) => [student.id, student]));
  const partnersOf = (one: MatchStudent) => students.filter((other) => mayMeet(one, other, TODAY));
  const apart = students.slice(0, 20).flatMap((one) =>
    partnersOf(one)
      .slice(0, 3)
      .map((other) => [other.id, one.id] as const),
  );
  const isApart = (a: string, b: string) =>
    apart.some(([one, other]) => (one === a && other === b) || (one === b && other === a));

  it('for everybody - name those who may meet by the reference, each once, at most 20 and 20 in reserve', async () => {
    const { lists, figures } = await roundOf(await snapshotOf(students), { apart });
    expect([...lists.keys()].sort()).toEqual(students.map(({ id }) => id).sort());
    expect(figures).toMatchObject({ students: 121, lists: 121 });
    for (const student of students) {
      const list = lists.get(student.id)!;
      const named = idsOn(list);
      const eligible = partnersOf(student).filter(({ id }) => !isApart(id, student.id));
      expect(new Set(named).size).toBe(named.length);
      expect(eligible.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
      // who fits few people is shown all of them
      expect(list.shown).toHaveLength(Math.min(20, eligible.length));
      expect(list.reserve).toHaveLength(Math.max(0, Math.min(20, eligible.length - 20)));
    }
  });

  it('what they say of each person - is what the answers themselves and the reference say', async () => {
    const snapshot = await snapshotOf(students);
    const { lists } = await roundOf(snapshot);
    const projector = createProjector({ start: snapshot.frame.windowStart });
    for (const student of students.slice(0, 40)) {
      const ranked = rankByReference(student, students, { today: TODAY, projector, limit: 1000 });
      const limits = bandThresholds(Float64Array.from(ranked, ({ compatibility }) => compatibility));
      for (const entry of lists.get(student.id)!.shown) {
        const other = byId.get(entry.id)!;
        const { compatibility, sharedStarts } = ranked.find(({ id }) => id === entry.id)!;
        expect(entry.reasons).toEqual(reasonCodes(student.answers, other.answers));
        expect(entry.activities).toEqual(activityCodes(student.answers, other.answers));
        expect(entry.sharedTimes).toHaveLength(Math.min(3, sharedStarts ?? 0));
        if (compatibility > limits.great + 1e-9) expect(entry.band).toBe('great');
        if (compatibility < limits.good - 1e-9) expect(entry.band).toBe('worth_a_coffee');
        for (const time of entry.sharedTimes)
          expect(time).toBeGreaterThanOrEqual(instantOf({ start: snapshot.frame.windowStart }, 0).getTime());
      }
    }
  });

  it('the same snapshot and seed - in one thread or in two, from stored chunks - make the same lists', async () => {
    const snapshot = await snapshotOf(students);
    const stored = Snapshot.fromChunks(snapshot.toChunks(10_000));
    const [here, threads] = [await roundOf(snapshot), await roundOf(stored, { threads: 2 })];
    expect([...threads.lists].sort()).toEqual([...here.lists].sort());
    expect(threads.figures).toEqual({ ...here.figures, milliseconds: expect.any(Number) });
  });

  it('somebody away - is on no list - and has their own, of the people who fit best', async () => {
    const away = students.find((one) => partnersOf(one).length > 5)!;
    const snapshot = await snapshotOf(students, ({ id }) => ({ ...NEW, activity: id === away.id ? 0 : 1 }));
    const { lists } = await roundOf(snapshot);
    for (const list of lists.values()) expect(idsOn(list)).not.toContain(away.id);
    const own = lists.get(away.id)!;
    const most = Math.min(20, partnersOf(away).length);
    expect(new Set(own.shown.map(({ id }) => id)).size).toBe(most);
    const fitting = partnersOf(away).map(({ id }) => id);
    for (const id of idsOn(own)) expect(fitting).toContain(id);
  });

  it('who was shown less in earlier weeks - is promised more now', async () => {
    const isPoor = (at: number) => at % 2 === 0;
    const snapshot = await snapshotOf(students, (_, at) => ({
      ...NEW,
      weeksPresent: 4,
      attention: isPoor(at) ? 1 : 8,
      dates: isPoor(at) ? 0 : 3,
    }));
    const { lists } = await roundOf(snapshot);
    const times = new Map<string, number>();
    for (const { shown } of lists.values())
      for (const { id } of shown) times.set(id, (times.get(id) ?? 0) + 1);
    const mean = (poor: boolean) => {
      const own = students.filter((_, at) => isPoor(at) === poor);
      return own.reduce((sum, { id }) => sum + (times.get(id) ?? 0), 0) / own.length;
    };
    expect(mean(true)).toBeGreaterThan(1.1 * mean(false));
  });
});

describe('a campus', () => {
  const [pair] = (() => {
    const people = population(43, 60);
    return people.flatMap((one) =>
      people.filter((other) => mayMeet(one, other, TODAY)).map((other) => [one, other] as const),
    );
  })();

  it('of nobody, of one, of two who fit - ends with the lists there can be', async () => {
    const [none, one, two] = [[], pair!.slice(0, 1), pair!].map((people) => snapshotOf(people));
    expect((await roundOf(await none!)).lists.size).toBe(0);
    expect((await roundOf(await one!)).lists.get(pair![0].id)!.shown).toEqual([]);
    const both = (await roundOf(await two!)).lists;
    expect(pair!.map(({ id }) => idsOn(both.get(id)!))).toEqual([[pair![1].id], [pair![0].id]]);
  });

  it('with more people than rows are kept of - fills every list, whoever is the favourite of all', async () => {
    const [a, b] = pair!;
    const crowd = Array.from({ length: 420 }, (_, i) => ({ ...(i % 2 ? a : b), id: `c${i}` }));
    const { lists, figures } = await roundOf(await snapshotOf(crowd));
    expect(figures).toMatchObject({ lists: 420, short: 0 });
    expect(figures.gini).toBeLessThan(0.05);
    expect(lists.size).toBe(420);
  });

  it('whose round is called off, or whose lists cannot be stored - rejects', async () => {
    const snapshot = await snapshotOf(population(44, 100));
    const onLists = () => Promise.resolve();
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(makeRound(snapshot, { seed: 1, threads: 0, onLists, signal })).rejects.toThrow('called off');
    const full = () => Promise.reject(new Error('disk full'));
    await expect(makeRound(snapshot, { seed: 1, threads: 1, onLists: full })).rejects.toThrow('disk full');
  });
});

describe('the list of somebody who joins during the day', () => {
  const students = population(47, 60);
  const partnersOf = (one: MatchStudent) => students.filter((other) => mayMeet(one, other, TODAY));
  const joiner = students.find((one) => partnersOf(one).length > 5)!;
  const others = students.filter((one) => one !== joiner);

  it('from rows kept one by one - names who may meet, leaves out who must not, and is the same each time', async () => {
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

  it('a row that is there already - stays as it was', async () => {
    const morning = await snapshotOf(students);
    const changed = await snapshotOf([{ ...joiner, answers: {} }]);
    const now = morning.with(changed);
    expect(now.size).toBe(60);
    const ask = (snapshot: Snapshot) => makeListFor(snapshot, joiner.id, { apart: new Set() });
    expect(ask(now)).toEqual(ask(morning));
  });
});
