import { SAMPLE } from '../../resources/places/sample';
import { readPlaces } from '../../resources/places/read-places';
import { bandThresholds } from '../packed/bands';
import { mayMeet } from '../rules/may-meet';
import { rankByReference } from '../rules/rank';
import { reasonCodes } from '../rules/reasons';
import { activitiesWith } from '../rules/activities';
import type { MatchStudent } from '../student';
import { NEW, population, snapshotOf, TODAY } from '../testing/campus';
import { createProjector, instantOf, sharedStartHours, WINDOW_WORDS } from '@flint/contracts/week/hours';
import { idsOn, roundOf } from '../testing/round';
import { makeListFor, makeRound, Snapshot } from './index';

const { places } = readPlaces(SAMPLE);

describe('the lists of a round', () => {
  const students = population(41, 121);
  let snapshot: Snapshot;
  let made: Awaited<ReturnType<typeof roundOf>>;
  beforeAll(async () => {
    snapshot = await snapshotOf(students);
    made = await roundOf(snapshot, { places });
  });
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
    const { lists, figures } = await roundOf(snapshot, { apart });
    expect([...lists.keys()].sort()).toEqual(students.map(({ id }) => id).sort());
    expect(figures).toMatchObject({ students: 121, lists: 121 });
    for (const student of students) {
      const list = lists.get(student.id)!;
      const named = idsOn(list);
      const eligible = partnersOf(student).filter(({ id }) => !isApart(id, student.id));
      expect(new Set(named).size).toBe(named.length);
      expect(eligible.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
      // a student who fits few people is shown all of them
      expect(list.shown).toHaveLength(Math.min(20, eligible.length));
      expect(list.reserve).toHaveLength(Math.max(0, Math.min(20, eligible.length - 20)));
    }
  });

  it('their entries - equal those made from the answers by the reference', () => {
    const { lists } = made;
    const { windowStart } = snapshot.frame;
    const projector = createProjector({ start: windowStart });
    const hoursOf = ({ week }: MatchStudent) => {
      const hours = new Uint32Array(WINDOW_WORDS);
      if (week) projector.project(week, hours);
      return hours;
    };
    const countDays = (hours: readonly number[]) => new Set(hours.map((hour) => Math.floor(hour / 24))).size;
    // the campus is five hours behind UTC
    const isByDay = (hour: number) => {
      const local = (windowStart / 3_600_000 + hour - 5) % 24;
      return local >= 9 && local <= 21;
    };
    for (const student of students.slice(0, 40)) {
      const ranked = rankByReference(student, students, { today: TODAY, projector, limit: 1000 });
      const limits = bandThresholds(Float64Array.from(ranked, ({ compatibility }) => compatibility));
      for (const entry of lists.get(student.id)!.shown) {
        const other = byId.get(entry.id)!;
        const { compatibility, sharedStarts } = ranked.find(({ id }) => id === entry.id)!;
        expect(entry.reasons).toEqual(reasonCodes(student.answers, other.answers));
        expect(entry.activities).toEqual(activitiesWith(student.answers)(other.answers));
        expect(entry.sharedTimes).toHaveLength(Math.min(3, sharedStarts ?? 0));
        const shared = sharedStartHours(hoursOf(student), hoursOf(other));
        const shown = entry.sharedTimes.map((time) => (time - windowStart) / 3_600_000);
        expect(countDays(shown)).toBe(Math.min(3, countDays(shared)));
        expect(shown).toEqual(shown.toSorted((a, b) => a - b));
        if (countDays(shared.filter(isByDay)) >= 3) {
          expect(shown.every(isByDay)).toBe(true);
          const days = [...new Set(shared.filter(isByDay).map((hour) => Math.floor(hour / 24)))];
          expect(shown.map((hour) => Math.floor(hour / 24))).toEqual(days.slice(0, 3));
        }
        if (compatibility > limits.great + 1e-9) expect(entry.band).toBe('great');
        if (compatibility < limits.good - 1e-9) expect(entry.band).toBe('worth_a_coffee');
        for (const time of entry.sharedTimes)
          expect(time).toBeGreaterThanOrEqual(instantOf({ start: snapshot.frame.windowStart }, 0).getTime());
      }
    }
  });

  it('their entries - equal those of a list made for one student', () => {
    const { lists } = made;
    for (const { id } of students) {
      const own = makeListFor(snapshot, id, { apart: new Set(), places });
      const round = lists.get(id)!;
      expect(own.few).toEqual(round.few);
      const entries = new Map([...round.shown, ...round.reserve].map((entry) => [entry.id, entry]));
      for (const entry of own.shown) if (entries.has(entry.id)) expect(entry).toEqual(entries.get(entry.id));
    }
    expect([...lists.values()].some(({ few }) => few !== null)).toBe(true);
  });

  it('from stored chunks, in two threads - are the same', async () => {
    const stored = Snapshot.fromChunks(snapshot.toChunks(10_000));
    const threads = await roundOf(stored, { threads: 2, places });
    expect([...threads.lists].sort()).toEqual([...made.lists].sort());
    expect(threads.figures).toEqual({ ...made.figures, milliseconds: expect.any(Number) });
  });

  it('a student who is away - is on no list - and has their own list of the people who fit best', async () => {
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

  it('a student shown less in earlier weeks - is promised more attention now', async () => {
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

  it('of nobody, of one, of two who fit - gets all possible lists', async () => {
    const [none, one, two] = [[], pair!.slice(0, 1), pair!].map((people) => snapshotOf(people));
    expect((await roundOf(await none!)).lists.size).toBe(0);
    expect((await roundOf(await one!)).lists.get(pair![0].id)!.shown).toEqual([]);
    const both = (await roundOf(await two!)).lists;
    expect(pair!.map(({ id }) => idsOn(both.get(id)!))).toEqual([[pair![1].id], [pair![0].id]]);
  });

  it('with more people than retained pairs - fills every list, even if all prefer the same people', async () => {
    const crowd = Array.from({ length: 420 }, (_, i) => ({ ...pair![i % 2]!, id: `c${i}` }));
    const { lists, figures } = await roundOf(await snapshotOf(crowd));
    expect(figures).toMatchObject({ lists: 420, short: 0 });
    expect(figures.gini).toBeLessThan(0.05);
    expect(lists.size).toBe(420);
  });

  it('an aborted round, or lists that cannot be stored - reject', async () => {
    const snapshot = await snapshotOf(pair!);
    const onLists = () => Promise.resolve();
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(makeRound(snapshot, { seed: 1, threads: 0, onLists, signal })).rejects.toThrow('called off');
    const full = () => Promise.reject(new Error('disk full'));
    await expect(makeRound(snapshot, { seed: 1, threads: 0, onLists: full })).rejects.toThrow('disk full');
  });
});
