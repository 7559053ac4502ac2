import { sharedStartHours, instantOf, WINDOW_WORDS } from '@flint/contracts/week/hours';
import { isOpenFor, localTime, suitsHour } from '@flint/contracts/places/open';
import { createRandom, type Random } from '../seed/random';
import { kindsFor, suitsTime } from '../src/matching/rules/activities';
import type { PlanPlace } from '../src/matching/plans/plans';
import { decodeList, makeRound, type ListEntry } from '../src/matching/round/index';
import { readPlaces } from '../src/resources/places/read-places';
import { SAMPLE } from '../src/resources/places/sample';
import type { Campus } from './campus';

/** Assumption: how often a student who fills in the form picks an hour of their own week instead of a shared one. */
const OWN_HOUR = 0.2;

export interface PlanFigures {
  readonly offers: number;
  /** Share of shown people with at least one plan, and with three. */
  readonly withPlan: number;
  readonly withThree: number;
  /** Share of offers that cannot take place as sent: somebody is not free, the place is closed, or the hour does not suit it. */
  readonly before: number;
  readonly after: number;
}

interface Sent {
  readonly at: number;
  readonly activity: string;
  readonly place: PlanPlace;
}

/**
 * Offers of one round, each to somebody on the sender's list, made in two ways: filled in by hand (a shared hour or sometimes one of their
 * own, a shared activity, a place without knowledge of its hours), and by the first plan if there is one. Both are checked against both
 * weeks and the opening hours.
 */
export async function simulatePlans(campus: Campus, seed: number): Promise<PlanFigures> {
  const { snapshot } = campus;
  const { places } = readPlaces(SAMPLE);
  const zone = snapshot.frame.timezone;
  const { window } = snapshot.tables;
  const hoursOf = (a: number, b: number) =>
    sharedStartHours(window, window, a * WINDOW_WORDS, b * WINDOW_WORDS).map((hour) =>
      instantOf({ start: snapshot.frame.windowStart }, hour).getTime(),
    );
  const works = ({ at, activity, place }: Sent, free: readonly number[]) => {
    const local = localTime(at, zone);
    return (
      free.includes(at) &&
      isOpenFor(place.hours, local) &&
      suitsHour(place.kind, local) &&
      suitsTime(activity, local.minutes)
    );
  };
  const alone = (
    random: Random,
    { sharedTimes, activities }: ListEntry,
    own: readonly number[],
  ): Sent | null => {
    const activity = random.pick(activities);
    const possible = places.filter(({ kind }) => kindsFor(activity).includes(kind));
    const isOwn = random.chance(OWN_HOUR) && own.length > 0;
    if (possible.length === 0) return null;
    return { at: random.pick(isOwn ? own : sharedTimes), activity, place: random.pick(possible) };
  };
  const byId = new Map<string, PlanPlace>(places.map((place) => [place.id, place]));
  let [shown, withPlan, withThree, offers, before, after] = [0, 0, 0, 0, 0, 0];
  const send = (viewer: number, list: readonly ListEntry[]) => {
    // worker threads deliver lists in any order, so each list has its own random numbers
    const random = createRandom(seed * 1_000_003 + viewer);
    const entry = random.pick(list);
    const [plan] = entry.plans ?? [];
    const free = hoursOf(viewer, snapshot.rowOf(entry.id));
    const typed = alone(random, entry, hoursOf(viewer, viewer));
    if (!typed) return;
    const ready = plan ? { ...plan, place: byId.get(plan.placeId)! } : typed;
    offers++;
    before += works(typed, free) ? 0 : 1;
    after += works(ready, free) ? 0 : 1;
  };
  await makeRound(snapshot, {
    seed,
    places,
    async onLists(lists) {
      for (const { bytes } of lists) {
        const list = decodeList(bytes);
        for (const { plans = [] } of list.shown) {
          shown++;
          withPlan += Number(plans.length > 0);
          withThree += Number(plans.length === 3);
        }
        // without a shared hour or activity there is nothing to compare
        const able = list.shown.filter((each) => each.sharedTimes.length > 0 && each.activities.length > 0);
        if (able.length > 0) send(snapshot.rowOf(list.id), able);
      }
    },
  });
  return {
    offers,
    withPlan: withPlan / shown,
    withThree: withThree / shown,
    before: before / offers,
    after: after / offers,
  };
}
