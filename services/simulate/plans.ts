import { sharedStartHours, instantOf, WINDOW_WORDS } from '@flint/contracts/week/hours';
import { isOpenFor, localTime, suitsHour } from '@flint/contracts/places/open';
import { createRandom, type Random } from '../seed/random';
import { kindsFor, suitsTime } from '../src/matching/plans/picks';
import type { PlanPlace } from '../src/matching/plans/plans';
import { decodeList, makeRound, type ListEntry } from '../src/matching/round/index';
import { readPlaces } from '../src/resources/places/read-places';
import { SAMPLE } from '../src/resources/places/sample';
import type { Campus } from './campus';

/** What is assumed of who fills the form in alone: how often they write an hour of their own week instead of a shared one. */
const OWN_HOUR = 0.2;

export interface PlanFigures {
  readonly offers: number;
  /** Of people shown, with one plan or more; and with three. */
  readonly withPlan: number;
  readonly withThree: number;
  /** Of offers, that cannot take place as they were sent: somebody is not free, the place is closed, or the hour makes no sense there. */
  readonly before: number;
  readonly after: number;
}

interface Sent {
  readonly at: number;
  readonly activity: string;
  readonly place: PlanPlace;
}

/**
 * Offers of one round, each person to somebody on their list, filled in alone (a shared hour or, now and then, one of their own; an
 * activity both like; a place for it without knowing when it is open), and then by the first plan where there is one. Both ways are
 * held against both weeks and the opening hours. Hours, activities and places are those of the same lists.
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
    // lists come in any order from threads: each has dice of its own
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
