import type { BodyOf, ROUTES } from '@flint/contracts';
import { activityText, planId, type ListEntry } from '../../matching/round/index';
import { textsIn } from '../../texts/index';

/** Whether a proposal is a plan of that list entry, unchanged: its hour, its place, and its activity in a language we speak. */
export function isPlanOf(
  { plans = [] }: ListEntry,
  { proposedDate, placeId, activity }: BodyOf<typeof ROUTES.createOffer>,
  id: string,
): boolean {
  const plan = plans.find((each) => planId(each) === id);
  return (
    plan !== undefined &&
    plan.at === Date.parse(proposedDate) &&
    plan.placeId === placeId &&
    (['en', 'fr'] as const).some(
      (language) => activityText(plan.activity, textsIn(language))?.activity === activity,
    )
  );
}
