interface Budget {
  readonly max: number;
  readonly seconds: number;
}

/**
 * What of the window before still counts when `leftMs` of this one are left: taken for evenly spread, and never more than was allowed. In
 * whole numbers up to the last step, so that it is right to the millisecond.
 */
export const carriedOver = ({ max, seconds }: Budget, before: number, leftMs: number): number =>
  Math.floor((Math.min(before, max) * leftMs) / (seconds * 1000));

/** The fewest whole seconds, at least one, after which one more fits where `own` were taken in this window and `before` in the one before. */
export function retryAfterSeconds(budget: Budget, own: number, before: number, leftMs: number): number {
  const { max, seconds } = budget;
  // one more fits in this window once so little of the one before counts; else as soon as the next one has begun
  const room = max - own - 1;
  const carried = Math.min(before, max);
  const fitsFrom = room < 0 ? leftMs : leftMs - ((room + 1) * seconds * 1000) / Math.max(carried, 1);
  return Math.max(1, Math.floor(fitsFrom / 1000) + 1);
}
