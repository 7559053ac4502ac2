import { findQuestion } from '@flint/contracts/questions/catalogue';
import { PLACE_KIND_NAMES } from '@flint/contracts/places/kinds';
import { localTime, suitsHour } from '@flint/contracts/places/open';
import fc from 'fast-check';
import { SAMPLE } from '../../resources/places/sample';
import { readPlaces } from '../../resources/places/read-places';
import { planId, type ListEntry } from '../round/index';
import { FRAME, population, snapshotOf } from '../testing/campus';
import { roundOf } from '../testing/round';
import { optionsOf } from '../rules/read';
import { kindsFor, suitsTime } from '../rules/activities';
import { createPlanner, plannerOf, type PlanPlace } from './plans';

const ZONE = 'America/Toronto';
const { places } = readPlaces(SAMPLE);
const plansFor = createPlanner(places, ZONE);
/** Wednesday 25 November 2026, at that hour in Toronto. */
const wednesday = (hour: number) => Date.UTC(2026, 10, 25, hour + 5);
const COFFEE = 'ideal_first_date:coffee_chat:campus_coffee';
const SKATING = 'ideal_date_types:skate_night';
const FILM = 'ideal_first_date:movie';
const MUSIC = 'ideal_first_date:live_music';
const named = (id: string) => places.find((place) => place.id === id)!;

describe('the places of an activity', () => {
  it.each([
    ['ideal_first_date:coffee_chat:off_campus_cafe', ['off_campus_cafe', 'campus_coffee']],
    [COFFEE, ['campus_coffee', 'off_campus_cafe']],
    ['ideal_first_date:walk_talk', ['campus_walk', 'park_outdoors']],
    ['meeting_preference:restaurant', ['restaurant']],
    ['ideal_first_date:surprise_me', []],
    ['ideal_first_date:long_gone', []],
  ])('of %s - are %p: the one both chose comes first', (code, kinds) =>
    expect(kindsFor(code)).toEqual(kinds),
  );
});

describe('the time of an activity', () => {
  it.each([
    [SKATING, '17:00', '21:00'],
    ['ideal_date_types:picnic', '11:00', '18:00'],
    ['ideal_date_types:film_double_bill', '12:00', '19:00'],
    ['ideal_first_date:outdoors_day', '09:00', '17:00'],
    [COFFEE, '00:00', '24:00'],
  ])('of %s - is from %s to %s', (code, ...bounds) => {
    const [from, to] = bounds.map((each) => Number(each.slice(0, 2)) * 60) as [number, number];
    expect([from - 1, from, to, to + 1].map((minutes) => suitsTime(code, minutes))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('ready plans', () => {
  it('at two hours - are at different places of one kind, so that students are spread', () => {
    const [six, seven] = [18, 19].map((hour) =>
      plansFor({ sharedTimes: [wednesday(hour)], activities: [COFFEE] }),
    );
    expect(six![0]!.placeId).not.toBe(seven![0]!.placeId);
  });

  it('at 9 AM - contain coffee, but no film or music', () => {
    expect(plansFor({ sharedTimes: [wednesday(9)], activities: [FILM, MUSIC] })).toEqual([]);
    // nor at a place that is open day and night
    const week = Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]);
    const always = createPlanner(
      places.map((place) => ({ ...place, hours: { week, exceptions: [] } })),
      ZONE,
    );
    const activities = [FILM, MUSIC, SKATING, COFFEE];
    const plans = always({ sharedTimes: [wednesday(9)], activities });
    expect(plans.map(({ activity }) => activity)).toEqual([COFFEE, COFFEE, COFFEE]);
    expect(always({ sharedTimes: [wednesday(10), wednesday(27)], activities: [SKATING] })).toEqual([]);
  });

  it('of three hours and three activities - are three different plans', () => {
    const sharedTimes = [wednesday(18), wednesday(42), wednesday(66)];
    const plans = plansFor({ sharedTimes, activities: [COFFEE, MUSIC, FILM] });
    expect(plans.map(({ at }) => at)).toEqual(sharedTimes);
    expect(new Set(plans.map(({ activity }) => activity)).size).toBe(3);
    expect(new Set(plans.map(({ placeId }) => placeId)).size).toBe(3);
  });

  it('of a place that is closed that day - do not exist', () => {
    const shut = places.map((place) => ({
      ...place,
      hours: { ...place.hours, exceptions: [{ day: 20261125, ranges: [] }] },
    }));
    expect(createPlanner(shut, ZONE)({ sharedTimes: [wednesday(18)], activities: [COFFEE] })).toEqual([]);
  });

  it('of one list of places in two time zones - use the clock of each zone', () => {
    const published = { sharedTimes: [wednesday(9)], activities: [COFFEE] };
    expect(plannerOf(places, ZONE)(published)).toHaveLength(3);
    expect(plannerOf(places, 'America/Vancouver')(published)).toEqual([]);
  });

  it('of nothing shared, or without places - do not exist', () => {
    expect(plansFor({ sharedTimes: [], activities: [COFFEE] })).toEqual([]);
    expect(plansFor({ sharedTimes: [wednesday(18)], activities: [] })).toEqual([]);
    expect(createPlanner([], ZONE)({ sharedTimes: [wednesday(18)], activities: [COFFEE] })).toEqual([]);
  });
});

/** Any place with any weekly hours and one special day, also past midnight. */
const range = fc
  .tuple(fc.nat(40), fc.integer({ min: 1, max: 40 }))
  .map(([from, halves]) => ({ from: from * 30, to: (from + halves) * 30 }));
const ranges = fc.oneof(
  { weight: 2, arbitrary: fc.constant([{ from: 8 * 60, to: 22 * 60 }]) },
  { weight: 1, arbitrary: fc.array(range, { maxLength: 2, size: 'max' }) },
);
const somePlaces = fc
  .array(
    fc.record({
      kind: fc.constantFrom('campus_coffee', 'park_outdoors', 'cinema', ...PLACE_KIND_NAMES),
      week: fc.array(ranges, { minLength: 7, maxLength: 7, size: 'max' }),
      exceptions: fc.array(fc.record({ day: fc.constantFrom(20261125, 20261126), ranges }), { maxLength: 1 }),
    }),
    { maxLength: 12, size: 'max' },
  )
  .map((all) =>
    all.map(({ kind, week, exceptions }, i) => ({ id: `place-${i}`, kind, hours: { week, exceptions } })),
  );
const someCodes = fc.uniqueArray(
  fc.constantFrom(
    ...['ideal_first_date', 'ideal_date_types'].flatMap((id) =>
      optionsOf(findQuestion(id)).map(({ value }) => `${id}:${value}`),
    ),
  ),
  { minLength: 1, maxLength: 3 },
);
const someHours = fc.uniqueArray(fc.integer({ min: 6, max: 71 }).map(wednesday), {
  maxLength: 3,
  size: 'max',
});

/** Whether the place is open at that minute, computed without the code under test; Toronto is five hours behind UTC then. */
function isOpenAt({ hours: { week, exceptions } }: PlanPlace, at: number): boolean {
  const local = new Date(at - 5 * 3_600_000);
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  return [0, 1].some((back) => {
    const date = new Date(local.getTime() - back * 86_400_000);
    const day = Number(date.toISOString().slice(0, 10).replaceAll('-', ''));
    const own = exceptions.find((each) => each.day === day)?.ranges ?? week[date.getUTCDay()]!;
    return own.some(({ from, to }) => from <= minute + back * 1440 && minute + back * 1440 < to);
  });
}
const isOpenForAnHour = (place: PlanPlace, at: number) =>
  Array.from({ length: 60 }, (_, minute) => at + minute * 60_000).every((each) => isOpenAt(place, each));

describe('ready plans of any campus', () => {
  it('any places, hours and activities - give plans of these alone, open for an hour, suitable, as many and as different as possible', () => {
    let seen = 0;
    const holds = fc.property(somePlaces, someHours, someCodes, (some, sharedTimes, activities) => {
      const plans = createPlanner(some, ZONE)({ sharedTimes, activities });
      seen += plans.length;
      const possible = sharedTimes.flatMap((at) =>
        activities.flatMap((activity) =>
          some.filter((place) => {
            const local = localTime(at, ZONE);
            const suits = suitsTime(activity, local.minutes) && suitsHour(place.kind, local);
            return kindsFor(activity).includes(place.kind) && suits && isOpenForAnHour(place, at);
          }),
        ),
      );
      expect(plans).toHaveLength(Math.min(3, new Set(possible).size));
      expect(new Set(plans.map(({ placeId }) => placeId)).size).toBe(plans.length);
      expect(plans).toEqual(plans.toSorted((a, b) => a.at - b.at));
      for (const { at, activity, placeId } of plans) {
        const place = some.find(({ id }) => id === placeId)!;
        expect(sharedTimes).toContain(at);
        expect(activities).toContain(activity);
        expect(kindsFor(activity)).toContain(place.kind);
        expect(isOpenForAnHour(place, at)).toBe(true);
      }
      // the result does not depend on other input, nor on earlier calls of the planner
      expect(createPlanner(some, ZONE)({ sharedTimes, activities })).toEqual(plans);
    });
    fc.assert(holds, { numRuns: 300, seed: 28 });
    expect(seen).toBeGreaterThan(50);
  });
});

describe('the plans of a round', () => {
  let entries: ListEntry[] = [];
  beforeAll(async () => {
    const { lists } = await roundOf(await snapshotOf(population(7, 120)), { seed: 3, places });
    entries = [...lists.values()].flatMap(({ shown, reserve }) => [...shown, ...reserve]);
  });

  it('each - has a shown hour, a shown activity, and a suitable place that is open then', () => {
    const plans = entries.flatMap((entry) => (entry.plans ?? []).map((plan) => ({ entry, plan })));
    expect(plans.length).toBeGreaterThan(100);
    for (const { entry, plan } of plans) {
      expect(entry.sharedTimes).toContain(plan.at);
      expect(entry.activities).toContain(plan.activity);
      expect(kindsFor(plan.activity)).toContain(named(plan.placeId).kind);
      expect(suitsTime(plan.activity, localTime(plan.at, ZONE).minutes)).toBe(true);
    }
    expect(entries.every(({ plans: made = [] }) => made.length <= 3)).toBe(true);
    expect(entries.every(({ plans: made = [] }) => new Set(made.map(planId)).size === made.length)).toBe(
      true,
    );
  });

  it('reveal no more than the list - two entries that show the same hours and activities have the same plans', () => {
    const seen = new Map<string, unknown>();
    for (const { sharedTimes, activities, plans } of entries) {
      // made again from the published entry and the public list of places alone
      expect(plans).toEqual(createPlanner(places, FRAME.timezone)({ sharedTimes, activities }));
      const shown = JSON.stringify({ sharedTimes, activities });
      if (seen.has(shown)) expect(plans).toEqual(seen.get(shown));
      seen.set(shown, plans);
    }
  });
});
