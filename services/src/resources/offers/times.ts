import { LIMITS } from '@flint/contracts';

/** An offer proposes a time that is still to come, within the next 60 days. */
export function isValidTime(proposedDate: Date, now: Date): boolean {
  const ahead = proposedDate.getTime() - now.getTime();
  return ahead > 0 && ahead <= LIMITS.offerDaysAhead * 86_400_000;
}
