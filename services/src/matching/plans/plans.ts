import type { PlaceKind } from '@flint/contracts/places/kinds';
import {
  isOpenFor,
  localTime,
  suitsHour,
  type LocalTime,
  type OpeningHours,
} from '@flint/contracts/places/open';
import { kindsFor, suitsTime } from './picks';

const SHOWN = 3;
/** Hours and activities remembered before all are forgotten: days pass. */
const REMEMBERED = 20_000;
const HOUR_MS = 3_600_000;

/** What plans are made of, of a place of the university's list. */
export interface PlanPlace {
  readonly id: string;
  readonly kind: PlaceKind;
  readonly hours: OpeningHours;
}

/** Something to do at an hour and a place. */
export interface Plan {
  /** Epoch milliseconds; one of the shared times of the list entry. */
  readonly at: number;
  /** One of the activities of the list entry, as its code. */
  readonly activity: string;
  readonly placeId: string;
}

/** What a list entry publishes: nothing else of two students goes into a plan. */
interface Published {
  readonly sharedTimes: readonly number[];
  readonly activities: readonly string[];
}

export type Planner = (published: Published) => Plan[];

/** Whether that activity at that place makes sense then, and the place is open. */
function fits(place: PlanPlace, code: string, local: LocalTime): boolean {
  return (
    kindsFor(code).includes(place.kind) &&
    suitsTime(code, local.minutes) &&
    suitsHour(place.kind, local) &&
    isOpenFor(place.hours, local)
  );
}

/** How much of a plan stands in others already. */
const repeats = (plan: Plan, others: readonly Plan[]) =>
  others.reduce(
    (sum, { at, activity, placeId }) =>
      sum +
      Number(at === plan.at) +
      Number(activity === plan.activity) +
      2 * Number(placeId === plan.placeId),
    0,
  );

/**
 * Makes up to three plans from what a list entry publishes and the list of places, which everybody may read: a plan tells nothing that
 * those do not. Different hours, activities and places come first; of several places of a kind the hour decides, so that not everybody
 * is sent to the first one.
 */
export function createPlanner(places: readonly PlanPlace[], timezone: string): Planner {
  const known = new Map<string, PlanPlace[]>();
  // a campus has a few hundred pairs of an hour and an activity, and a round asks millions of times
  const placesAt = (at: number, code: string): PlanPlace[] => {
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
    const possible = sharedTimes.flatMap((at) =>
      activities.flatMap((activity) =>
        placesAt(at, activity).map(({ id }): Plan => ({ at, activity, placeId: id })),
      ),
    );
    const chosen: Plan[] = [];
    while (chosen.length < SHOWN) {
      const rest = possible.filter((plan) => !chosen.includes(plan));
      const [best] = rest
        .map((plan) => ({ plan, cost: repeats(plan, chosen) }))
        .sort((a, b) => a.cost - b.cost);
      if (!best) break;
      chosen.push(best.plan);
    }
    return chosen.sort((a, b) => a.at - b.at);
  };
}

const planners = new WeakMap<readonly PlanPlace[], Planner>();

/** The planner of a list of places, made once. */
export function plannerOf(places: readonly PlanPlace[], timezone: string): Planner {
  let planner = planners.get(places);
  if (!planner) planners.set(places, (planner = createPlanner(places, timezone)));
  return planner;
}

/** Names a plan of a list entry. */
export const planId = ({ at, activity, placeId }: Plan): string => `${at}~${activity}~${placeId}`;
