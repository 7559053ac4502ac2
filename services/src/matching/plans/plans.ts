import type { PlaceKind } from '@flint/contracts/places/kinds';
import {
  isOpenFor,
  localTime,
  suitsHour,
  type LocalTime,
  type OpeningHours,
} from '@flint/contracts/places/open';
import { HOUR_MS } from '@flint/contracts/time';
import { kindsFor, suitsTime } from '../rules/activities';

const SHOWN = 3;
/** Cached pairs of hour and activity; the cache is cleared when it is full. */
const REMEMBERED = 20_000;

/** The part of a listed place that plans need. */
export interface PlanPlace {
  readonly id: string;
  readonly kind: PlaceKind;
  readonly hours: OpeningHours;
}

/** An activity at an hour and a place. */
export interface Plan {
  /** Epoch milliseconds; one of the entry's shared times. */
  readonly at: number;
  /** One of the entry's activities, as its code. */
  readonly activity: string;
  readonly placeId: string;
}

/** The published part of a list entry; plans use nothing else of the two students. */
interface Published {
  readonly sharedTimes: readonly number[];
  readonly activities: readonly string[];
}

export type Planner = (published: Published) => Plan[];

/** Whether that activity suits the place and the time, and the place is open. */
function fits(place: PlanPlace, code: string, local: LocalTime): boolean {
  return (
    kindsFor(code).includes(place.kind) &&
    suitsTime(code, local.minutes) &&
    suitsHour(place.kind, local) &&
    isOpenFor(place.hours, local)
  );
}

/** How much of a plan occurs in others already; no place occurs twice. */
const repeats = (plan: Plan, others: readonly Plan[]) =>
  others.reduce(
    (sum, { at, activity, placeId }) =>
      placeId === plan.placeId
        ? Number.POSITIVE_INFINITY
        : sum + Number(at === plan.at) + Number(activity === plan.activity),
    0,
  );

/**
 * Makes up to three plans from a published list entry and the public list of places, so a plan reveals nothing more than those. Different
 * hours and activities come first, each at a place of its own. The hour chooses among places of a kind, to spread students over them.
 */
export function createPlanner(places: readonly PlanPlace[], timezone: string): Planner {
  if (places.length === 0) return () => [];
  const known = new Map<string, readonly PlanPlace[]>();
  // cached: a campus has a few hundred pairs of hour and activity, and a round asks millions of times
  const placesAt = (at: number, code: string) => {
    const key = `${at} ${code}`;
    let found = known.get(key);
    if (!found) {
      const local = localTime(at, timezone);
      const open = places.filter((place) => fits(place, code, local));
      const kinds = kindsFor(code).map((kind) => open.filter((place) => place.kind === kind));
      const turn = Math.floor(at / HOUR_MS);
      found = kinds.flatMap((each) => each.map((_, i) => each[(turn + i) % each.length]!));
      if (known.size >= REMEMBERED) known.clear();
      known.set(key, found);
    }
    return found;
  };
  return ({ sharedTimes, activities }) => {
    // loops for speed: the same millions
    const possible: Plan[] = [];
    for (const at of sharedTimes)
      for (const activity of activities)
        for (const { id } of placesAt(at, activity)) possible.push({ at, activity, placeId: id });
    const chosen: Plan[] = [];
    while (chosen.length < SHOWN) {
      let [best, least] = [null as Plan | null, Number.POSITIVE_INFINITY];
      for (const plan of possible) {
        const cost = repeats(plan, chosen);
        if (cost < least) [best, least] = [plan, cost];
      }
      if (!best) break;
      chosen.push(best);
    }
    return chosen.sort((a, b) => a.at - b.at);
  };
}

const planners = new WeakMap<readonly PlanPlace[], Map<string, Planner>>();

/** The planner of a list of places in a time zone, cached while the list is in use. */
export function plannerOf(places: readonly PlanPlace[], timezone: string): Planner {
  const byZone = planners.get(places) ?? new Map<string, Planner>();
  planners.set(places, byZone);
  const planner = byZone.get(timezone) ?? createPlanner(places, timezone);
  byZone.set(timezone, planner);
  return planner;
}

/** The id of a plan of a list entry. */
export const planId = ({ at, activity, placeId }: Plan): string => `${at}~${activity}~${placeId}`;
