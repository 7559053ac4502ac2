import { fixedClock } from '@flint/services';
import { startTestDatabase } from '@flint/testing';
import { spendOne } from './rate-limit';

const limit = { name: 'offers', max: 3, seconds: 60 };

describe('spendOne', () => {
  it('the budget - is separate for each key and recovers as the window slides', async () => {
    await using database = await startTestDatabase();
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
  });

  it('50 requests at once - are allowed up to the limit', async () => {
    await using database = await startTestDatabase();
    const needs = { db: database.db, clock: fixedClock('2031-03-03T15:00:20Z') };
    const taken = await Promise.all(Array.from({ length: 50 }, () => spendOne(needs, limit, 'ann')));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('the key - is not readable in the database', async () => {
    await using database = await startTestDatabase();
    await spendOne({ db: database.db, clock: fixedClock('2031-03-03T15:00:20Z') }, limit, '203.0.113.7');
    const stored = await database.db.collection('rate_limits').find().toArray();
    expect(JSON.stringify(stored)).not.toContain('203.0.113.7');
  });
});
