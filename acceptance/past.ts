import { inHours, newPair, offerOf, respond, type Pair } from './people';
import { arriveToday, goBackOneDay, http } from './stage';

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

/** Several pairs had a date yesterday. They joined today, because the database deletes what has expired by the real time. */
export async function makePastDates(): Promise<void> {
  const pairs = await Promise.all(Array.from({ length: PAIRS }, newPair));
  goBackOneDay();
  for (const pair of pairs) {
    const { id } = await offerOf(pair, { proposedDate: inHours(1), message: 'See you there' });
    await respond(pair, id, 'accept');
    dates.push({ ...pair, offerId: id });
  }
  await requestCode(FORGOTTEN);
  arriveToday();
}

/** A completed date for one test. */
export function claimPastDate(): PastDate {
  const date = dates.length > 1 ? dates.pop() : undefined;
  if (!date) throw new Error('more past dates are needed: raise PAIRS');
  return date;
}

/** A completed date that tests only read. */
export const pastDate = (): PastDate => dates[0]!;
