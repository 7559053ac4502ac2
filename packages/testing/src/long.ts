/** True in the long runs (`npm run test:security`, `test:faults`, `test:releases`), which have the machine for themselves. */
export const isLong = process.env.FLINT_LONG === 'yes';

/** True in `npm test`, which takes one of several looks of a page in turn; CI takes all. */
export const isShort = process.env.FLINT_SHORT === 'yes';

/** Of every random test: one seed, so that only a change makes `npm test` fail; a new one for each long run, which prints it. */
export const SEED = Number(
  process.env.FLINT_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_125),
);

/**
 * Expects that something took at most so many milliseconds, in the long runs only: on a busy machine a time says nothing about Flint.
 * What must hold anywhere (an order, a count, an end) is expected beside it.
 */
export function expectWithin(took: number, milliseconds: number): void {
  if (isLong) expect(took).toBeLessThanOrEqual(milliseconds);
}
