import { findQuestion } from '@flint/contracts/questions/catalogue';
import { localTime } from '@flint/contracts/places/open';
import { SAMPLE } from '../../resources/places/sample';
import { readPlaces } from '../../resources/places/read-places';
import { decodeList, makeRound, planId, type ListEntry } from '../round/index';
import { FRAME, population, snapshotOf } from '../testing/campus';
import { kindsFor, PICKS, suitsTime } from './picks';
import { createPlanner } from './plans';

const ZONE = 'America/Toronto';
const { places } = readPlaces(SAMPLE);
const plansFor = createPlanner(places, ZONE);
/** Wednesday 25 November 2026, that hour in Toronto. */
const wednesday = (hour: number) => Date.UTC(2026, 10, 25, hour + 5);
const COFFEE = 'ideal_first_date:coffee_chat:campus_coffee';
const SKATING = 'ideal_date_types:skate_night';
const FILM = 'ideal_first_date:movie';
const MUSIC = 'ideal_first_date:live_music';
const named = (id: string) => places.find((place) => place.id === id)!;

async function entriesOf(threads = 0): Promise<ListEntry[]> {
  const entries: ListEntry[] = [];
  await makeRound(await snapshotOf(population(7, 120)), {
    seed: 3,
    threads,
    places: places.map(({ id, kind, hours }) => ({ id, kind, hours })),
    onLists: async (lists) => {
      for (const { bytes } of lists) {
        const { shown, reserve } = decodeList(bytes);
        entries.push(...shown, ...reserve);
      }
    },
  });
  return entries;
}

describe('what an activity stands for', () => {
  it('every option of both questions - is named, and nothing that is gone', () => {
    const values = ['ideal_first_date', 'ideal_date_types'].flatMap((id) => {
      const question = findQuestion(id)!;
      return 'options' in question ? question.options.map(({ value }) => value) : [];
    });
    expect(Object.keys(PICKS).sort()).toEqual(values.sort());
  });

  it('the place both chose - comes first', () => {
    expect(kindsFor('ideal_first_date:coffee_chat:off_campus_cafe')[0]).toBe('off_campus_cafe');
    expect(kindsFor(COFFEE)[0]).toBe('campus_coffee');
    expect(kindsFor('ideal_first_date:long_gone')).toEqual([]);
  });
});

describe('ready plans', () => {
  it('never absurd - no film and no music at nine in the morning, coffee then', () => {
    expect(plansFor({ sharedTimes: [wednesday(9)], activities: [FILM, MUSIC] })).toEqual([]);
    // nor where the doors are open day and night
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

  it('three hours and three activities - make three plans, all different', () => {
    const sharedTimes = [wednesday(18), wednesday(42), wednesday(66)];
    const plans = plansFor({ sharedTimes, activities: [COFFEE, MUSIC, FILM] });
    expect(plans.map(({ at }) => at)).toEqual(sharedTimes);
    expect(new Set(plans.map(({ activity }) => activity)).size).toBe(3);
    expect(new Set(plans.map(({ placeId }) => placeId)).size).toBe(3);
  });

  it('a place that is closed that day - is in no plan', () => {
    const shut = places.map((place) => ({
      ...place,
      hours: { ...place.hours, exceptions: [{ day: 20261125, ranges: [] }] },
    }));
    expect(createPlanner(shut, ZONE)({ sharedTimes: [wednesday(18)], activities: [COFFEE] })).toEqual([]);
  });

  it('nothing shared, or no places - no plans', () => {
    expect(plansFor({ sharedTimes: [], activities: [COFFEE] })).toEqual([]);
    expect(plansFor({ sharedTimes: [wednesday(18)], activities: [] })).toEqual([]);
    expect(createPlanner([], ZONE)({ sharedTimes: [wednesday(18)], activities: [COFFEE] })).toEqual([]);
  });
});

describe('the plans of a round', () => {
  it('each - is one of the shown hours, one of the shown activities, and a place that is open and makes sense then', async () => {
    const entries = await entriesOf();
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

  it('reveal no more than the list - two entries that show the same hours and activities have the same plans', async () => {
    const seen = new Map<string, unknown>();
    for (const { sharedTimes, activities, plans } of await entriesOf()) {
      // made again from what is published and from the public list of places: nothing else went in
      expect(plans).toEqual(createPlanner(places, FRAME.timezone)({ sharedTimes, activities }));
      const shown = JSON.stringify({ sharedTimes, activities });
      if (seen.has(shown)) expect(plans).toEqual(seen.get(shown));
      seen.set(shown, plans);
    }
  });

  it('made in a thread - are the same', async () => {
    const sorted = (entries: ListEntry[]) => entries.map((entry) => JSON.stringify(entry)).sort();
    expect(sorted(await entriesOf(1))).toEqual(sorted(await entriesOf()));
  });
});
