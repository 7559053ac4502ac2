import { signInAgain, inHours, newPair, offerOf, respond, type Pair } from './people';
import { arriveToday, http } from './stage';

/** A date that took place: the pair, and the offer they had agreed to. */
export interface PastDate extends Pair {
  readonly offerId: string;
}

/** One for each test that reports a date, and one that is only read. */
const PAIRS = 4;
const dates: PastDate[] = [];

/** Requested a code a day ago, and never entered it. */
export const FORGOTTEN = 'forgotten@campus.edu';

export const requestCode = (email: string) =>
  http('POST /auth/v1/otp', { body: { email, create_user: true } });

/** Advances the clock by a day in which several pairs had a date; afterwards all sessions are valid. */
export async function advanceOneDay(): Promise<void> {
  const before = await Promise.all(
    Array.from({ length: PAIRS }, async () => {
      const pair = await newPair();
      const { id } = await offerOf(pair, { proposedDate: inHours(1), message: 'See you there' });
      await respond(pair, id, 'accept');
      return { ...pair, offerId: id as string };
    }),
  );
  await requestCode(FORGOTTEN);
  arriveToday();
  for (const { sender, recipient, offerId } of before)
    dates.push({ sender: await signInAgain(sender), recipient: await signInAgain(recipient), offerId });
}

/** A completed date for one test. */
export function claimPastDate(): PastDate {
  const date = dates.length > 1 ? dates.pop() : undefined;
  if (!date) throw new Error('more past dates are needed: raise PAIRS');
  return date;
}

/** A completed date that tests only read. */
export const pastDate = (): PastDate => dates[0]!;
