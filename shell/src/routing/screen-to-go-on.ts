import type { ScreenId } from '@flint/remote-kit';
import type { DataModule } from '../platform/load-data';
import type { DataStore } from '../platform/opened-data';
import { waitsAt } from '../platform/news';
import { endFirstPass } from './first-pass';

const SOON_MS = 2 * 86_400_000;

/**
 * The screen that a student who arrives at the home screen is led on to: none (null) before the questionnaire is completed; the offers if
 * one waits for an answer or a date is within two days; else the matches.
 */
export async function screenToGoOn(
  { dispatch }: DataStore,
  { api: { endpoints }, serverNow }: Pick<DataModule, 'api' | 'serverNow'>,
): Promise<ScreenId | null> {
  const once = { subscribe: false };
  const profile = await dispatch(endpoints.readProfile.initiate(undefined, once));
  if (!profile.data?.onboardingCompletedAt) return null;
  endFirstPass();
  const { data } = await dispatch(endpoints.listOffers.initiate(undefined, once));
  const now = serverNow();
  // `can.cancel`: the date is agreed
  const waits = data?.items.some(
    (offer) => waitsAt(offer, now) || (offer.can.cancel && Date.parse(offer.proposedDate) < now + SOON_MS),
  );
  return waits ? 'offers' : 'matches';
}
