/** The current time; tests replace it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests, which advances only on request. */
export function fixedClock(start: Date | string) {
  let current = new Date(start);
  return {
    now: () => new Date(current),
    set: (to: Date | string) => void (current = new Date(to)),
    advanceSeconds: (seconds: number) => void (current = new Date(current.getTime() + seconds * 1000)),
  };
}
