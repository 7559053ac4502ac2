interface Budget {
  readonly max: number;
  readonly seconds: number;
}

/**
 * The part of the previous window that counts when `leftMs` of this one are left: evenly spread, and at most the limit. Computed in whole
 * numbers, so it is exact to the millisecond.
 */
export const carriedOver = ({ max, seconds }: Budget, before: number, leftMs: number): number =>
  Math.floor((Math.min(before, max) * leftMs) / (seconds * 1000));

/** Seconds, at least one, until one more fits, with `own` in this window and `before` in the previous one. */
export function retryAfterSeconds(budget: Budget, own: number, before: number, leftMs: number): number {
  const { max, seconds } = budget;
  // it fits in this window once the previous one counts little enough, else when the next one begins
  const room = max - own - 1;
  const carried = Math.min(before, max);
  const fitsFrom = room < 0 ? leftMs : leftMs - ((room + 1) * seconds * 1000) / Math.max(carried, 1);
  return Math.max(1, Math.floor(fitsFrom / 1000) + 1);
}
