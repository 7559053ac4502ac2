import type { BodyOf, ROUTES } from '@flint/contracts';
import { activityText, planId, type ListEntry } from '../../matching/round/index';
import { LANGUAGES, textsIn } from '../../texts/index';

/** Whether a proposal is an unchanged plan of that list entry: its hour, its place, and its activity in English or French. */
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
    LANGUAGES.some((language) => activityText(plan.activity, textsIn(language))?.activity === activity)
  );
}
