import type { Match } from '@flint/contracts';
import { isOpenFor, localTime, placeText, type LocalTime } from '@flint/contracts/places/open';
import type { Catalogue } from '@flint/texts/catalogue';
import { activityText, planId, type ListEntry } from '../../matching/round/index';
import { placesOf } from '../places/index';
import type { Deps } from '../resource';

type Plans = NonNullable<Match['plans']>;

/** Returns a function that gives the plans of a list entry that are still possible: at an hour that is possible, at a listed place that is open then. */
export async function plansNow(
  deps: Deps,
  texts: Catalogue,
  isPossible: (at: number) => boolean,
): Promise<(entry: ListEntry) => Plans> {
  const { byId } = await placesOf(deps);
  // the plans of a list share few hours
  const hours = new Map<number, LocalTime>();
  const localAt = (at: number) => {
    const local = hours.get(at) ?? localTime(at, deps.env.UNIVERSITY_TIMEZONE);
    hours.set(at, local);
    return local;
  };
  return ({ plans = [] }) =>
    plans.flatMap((plan): Plans => {
      const place = byId.get(plan.placeId);
      const what = activityText(plan.activity, texts);
      if (!place || !what || !isPossible(plan.at)) return [];
      if (!isOpenFor(place.hours, localAt(plan.at))) return [];
      return [
        {
          id: planId(plan),
          time: new Date(plan.at).toISOString(),
          activity: what.activity,
          placeId: place.id,
          place: place.name,
          location: placeText(place),
          kind: place.kind,
          picture: place.picture,
        },
      ];
    });
}
