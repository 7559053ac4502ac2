import type { Match } from '@flint/contracts';

/** A person without the shared times and plans whose time has passed; the same object if none has. */
export function upcoming(match: Match, now: number): Match {
  const isAhead = (time: string) => Date.parse(time) > now;
  const { sharedTimes, plans = [] } = match;
  if (sharedTimes.every(isAhead) && plans.every(({ time }) => isAhead(time))) return match;
  return {
    ...match,
    sharedTimes: sharedTimes.filter(isAhead),
    plans: plans.filter(({ time }) => isAhead(time)),
  };
}
