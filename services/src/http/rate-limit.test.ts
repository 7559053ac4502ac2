import { fixedClock } from '@flint/services';
import { startTestDatabase, type TestDatabase } from '@flint/testing/database';
import fc from 'fast-check';
import {
  carriedOver,
  createMemoryLimit,
  prepareRateLimits,
  READS,
  retryAfterSeconds,
  spendOne,
} from './rate-limit';

const limit = { name: 'offers', max: 3, seconds: 60 };

describe('spendOne', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
    await prepareRateLimits(database.db);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('the budget - is separate for each key and recovers as the window slides; no key is stored readable', async () => {
    const clock = fixedClock('2031-03-03T15:00:20Z');
    const needs = { db: database.db, clock };
    const take = (key: string) => spendOne(needs, limit, key);
    expect(await take('ann')).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 40 });
    await take('ann');
    expect(await take('ann')).toMatchObject({ allowed: true, remaining: 0 });
    expect(await take('ann')).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 40 });
    expect(await take('ben')).toMatchObject({ allowed: true });
    clock.advanceSeconds(40);
    expect(await take('ann')).toMatchObject({ allowed: false });
    clock.advanceSeconds(120);
    expect(await take('ann')).toMatchObject({ allowed: true, remaining: 2 });
    const stored = await database.db.collection('rate_counts').find().toArray();
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toMatch(/ann|ben/);
  });

  it('20 requests at once - are allowed up to the limit', async () => {
    const needs = { db: database.db, clock: fixedClock('2031-03-03T15:00:20Z') };
    const taken = await Promise.all(Array.from({ length: 20 }, () => spendOne(needs, limit, 'crowd')));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(3);
  });
});

it('reads of one student - beyond the limit - are refused, also across windows; other students go on', async () => {
  const clock = fixedClock('2031-03-03T15:00:00Z');
  const count = createMemoryLimit(READS, clock);
  const read = async (who: string) => (await count(who)).allowed;
  for (let at = 0; at < READS.max; at++) expect(await read('ann')).toBe(true);
  expect(await read('ann')).toBe(false);
  expect(await read('ben')).toBe(true);
  clock.advanceSeconds(READS.seconds);
  expect(await read('ann')).toBe(false);
  clock.advanceSeconds(READS.seconds / 10);
  for (let at = 1; at < READS.max / 10; at++) expect(await read('ann')).toBe(true);
  expect(await read('ann')).toBe(false);
});

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
