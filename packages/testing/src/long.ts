/** True in the long runs (`npm run test:security`, `test:faults`, `test:releases`), which have the machine for themselves. */
export const isLong = process.env.FLINT_LONG === 'yes';

/**
 * Expects that something took at most so many milliseconds, in the long runs only: on a busy machine a time says nothing about Flint.
 * What must hold anywhere (an order, a count, an end) is expected beside it.
 */
export function expectWithin(took: number, milliseconds: number): void {
  if (isLong) expect(took).toBeLessThanOrEqual(milliseconds);
}
