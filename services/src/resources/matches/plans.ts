import type { Match } from '@flint/contracts';
import { isOpenFor, localTime, placeText } from '@flint/contracts/places/open';
import type { Catalogue } from '@flint/texts/catalogue';
import { activityText, planId, type ListEntry } from '../../matching/round/index';
import { placesOf } from '../places/index';
import type { Deps } from '../resource';

type Plans = NonNullable<Match['plans']>;

/** Shows the plans of list entries that are still possible: to come, at a place that is on the list and open then. */
export async function plansNow(deps: Deps, texts: Catalogue): Promise<(entry: ListEntry) => Plans> {
  const { byId } = await placesOf(deps);
  const now = deps.clock.now().getTime();
  return ({ plans = [] }) =>
    plans.flatMap((plan): Plans => {
      const place = byId.get(plan.placeId);
      const what = activityText(plan.activity, texts);
      if (!place || !what || plan.at <= now) return [];
      if (!isOpenFor(place.hours, localTime(plan.at, deps.env.UNIVERSITY_TIMEZONE))) return [];
      return [
        {
          id: planId(plan),
          time: new Date(plan.at).toISOString(),
          activity: what.activity,
          placeId: place.id,
          place: place.name,
          location: placeText(place),
        },
      ];
    });
}
