import { LIMITS } from '@flint/contracts';

/** Whether a time is in the future and within the next 60 days. */
export function isValidTime(proposedDate: Date, now: Date): boolean {
  const ahead = proposedDate.getTime() - now.getTime();
  return ahead > 0 && ahead <= LIMITS.offerDaysAhead * 86_400_000;
}
