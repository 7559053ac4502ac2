import fc from 'fast-check';
import { carriedOver, retryAfterSeconds } from './sliding-window';

const budgets = fc.record({
  budget: fc.record({ max: fc.integer({ min: 1, max: 40 }), seconds: fc.integer({ min: 1, max: 90 }) }),
  own: fc.integer({ min: 0, max: 60 }),
  before: fc.integer({ min: 0, max: 60 }),
  passed: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

it('the seconds to wait - of any budget in any state - are the smallest number after which one more is allowed', () =>
  fc.assert(
    fc.property(budgets, ({ budget, own, before, passed }) => {
      const length = budget.seconds * 1000;
      const leftMs = Math.max(1, Math.round(length * (1 - passed)));
      /** Whether one more is allowed that many whole seconds later, by the count at that time. */
      const fits = (seconds: number) => {
        const left = leftMs - seconds * 1000;
        const [mine, last, now] = left > 0 ? [own, before, left] : [0, own, left + length];
        return now <= 0 || mine + 1 + carriedOver(budget, last, now) <= budget.max;
      };
      let fewest = 1;
      while (!fits(fewest)) fewest += 1;
      expect(retryAfterSeconds(budget, own, before, leftMs)).toBe(fewest);
    }),
    { numRuns: 2_000, seed: 23 },
  ));

it('requests of the previous window - count by its overlap, and refused ones not at all', () => {
  const budget = { max: 10, seconds: 60 };
  expect([60_000, 30_000, 1].map((left) => carriedOver(budget, 10, left))).toEqual([10, 5, 0]);
  expect(carriedOver(budget, 400, 60_000)).toBe(10);
});
