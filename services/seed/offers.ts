import { DAY_MS } from '@flint/contracts/time';
import { acceptOffer, declineOffer, rescheduleOffer } from '../src/resources/offers/answers';
import { createOffer } from '../src/resources/offers/create-offer';
import type { Deps } from '../src/resources/resource';

const EVENING_MS = 23 * 3_600_000;

const at = (deps: Deps, days: number) =>
  new Date(Math.floor(deps.clock.now().getTime() / DAY_MS) * DAY_MS + days * DAY_MS + EVENING_MS);

/** The same dependencies with a clock some days in the past. */
const ago = (deps: Deps, days: number): Deps => ({
  ...deps,
  clock: { now: () => new Date(deps.clock.now().getTime() - days * DAY_MS) },
});

async function offer(
  deps: Deps,
  from: string,
  to: string,
  days: number,
  activity: string,
  location: string,
): Promise<string> {
  const { thread } = await createOffer(deps, from, {
    toUserId: to,
    proposedDate: at(deps, days).toISOString(),
    activity,
    location,
    message: 'I would love to meet you.',
  });
  return thread.id;
}

/** Creates offers in every state to `invited` and from `sender`; the other students answer them. */
export async function seedOffers(
  deps: Deps,
  invited: string,
  sender: string,
  [a, b, c, d, e, f]: readonly string[],
): Promise<void> {
  await offer(deps, a!, invited, 3, 'Coffee and a conversation', 'Common Ground café');
  await acceptOffer(
    deps,
    invited,
    await offer(deps, b!, invited, 5, 'A walk by the lake', 'Waterfront path'),
    null,
  );
  const past = ago(deps, 9);
  await acceptOffer(past, invited, await offer(past, c!, invited, 4, 'Board games', 'Student centre'), null);
  await offer(deps, sender, d!, 4, 'Bouldering for beginners', 'Rec centre');
  await declineOffer(deps, e!, await offer(deps, sender, e!, 6, 'Live music', 'The Grad Club'), null);
  await rescheduleOffer(deps, f!, await offer(deps, sender, f!, 2, 'Farmers’ market', 'Market square'), {
    proposedDate: at(deps, 8),
    location: 'Market square',
    activity: null,
    message: 'Saturday suits me better.',
  });
}
