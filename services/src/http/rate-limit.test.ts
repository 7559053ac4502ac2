import { PROOF_HEADER, withProof } from '@flint/contracts/proof-of-work';
import { startTestDatabase, type TestDatabase } from '@flint/testing/database';
import fc from 'fast-check';
import type { Context } from 'koa';
import { fixedClock } from '../infra/clock';
import type { ApiError } from './api-error';
import {
  carriedOver,
  createMemoryLimit,
  prepareRateLimits,
  READS,
  retryAfterSeconds,
  spendOne,
} from './rate-limit';
import { chargeAddress, refundAddress } from './shared-address';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  await prepareRateLimits(database.db);
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => void (await database.db.collection('rate_counts').deleteMany({})));

const limit = { name: 'offers', max: 3, seconds: 60 };

describe('spendOne', () => {
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
  expect([READS.max, READS.seconds]).toEqual([3_000, 300]);
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

const otp = { name: 'otp', max: 6, seconds: 300 };

const start = () => {
  const clock = fixedClock('2031-03-03T15:00:00Z');
  const needs = { db: database.db, clock, secret: Buffer.alloc(32, 5) };
  /** A request, its response's header fields, and the challenge if it is refused. */
  const ask = async (ip: string, proof = '') => {
    const headers: Record<string, string> = {};
    const ctx = {
      ip,
      get: (name: string) => (name === PROOF_HEADER ? proof : ''),
      set: (name: string, value: string) => void (headers[name] = value),
    } as unknown as Context;
    const refused = await chargeAddress(ctx, needs, otp).then(
      () => null,
      (error: ApiError) => error,
    );
    return { headers, refused, challenge: refused?.extras.members?.challenge };
  };
  const giveBack = (ip: string) => refundAddress({ ip } as Context, needs, otp);
  const passed = async (times: number, of: (nth: number) => string) => {
    let count = 0;
    for (let nth = 0; nth < times; nth++) if (!(await ask(of(nth))).refused) count++;
    return count;
  };
  return { clock, ask, giveBack, passed };
};

/** The proof that the page sends for a challenge. */
async function solve(challenge: unknown): Promise<string> {
  const sent: string[] = [];
  await withProof(async (_input, init) => {
    sent.push(new Headers(init?.headers).get(PROOF_HEADER) ?? '');
    return Response.json({ challenge }, { status: sent.length === 1 ? 429 : 200 });
  })('http://localhost/');
  return sent[1] ?? '';
}

const HOME = '203.0.113.7';

describe('a client address', () => {
  it('beyond its limit - costs a proof of work; other addresses do not, and time and refunds end it', async () => {
    const { clock, ask, giveBack, passed } = start();
    expect(await passed(6, () => HOME)).toBe(6);
    const { refused, headers } = await ask(HOME);
    expect([refused?.status, refused?.code, refused?.extras.retryAfterSeconds]).toEqual([
      429,
      'rate_limited',
      301,
    ]);
    expect(headers).toEqual({
      'ratelimit-policy': '"otp";q=6;w=300',
      ratelimit: '"otp";r=0;t=300',
      'retry-after': '301',
    });
    expect((await ask('203.0.113.8')).refused).toBeNull();
    await giveBack(HOME);
    await giveBack(HOME);
    expect(await passed(3, () => HOME)).toBe(1);
    clock.advanceSeconds(600);
    expect(await passed(7, () => HOME)).toBe(6);
  });

  it('with a forged proof - is refused with a new challenge; with a right one - is allowed once, until the challenge expires', async () => {
    const { clock, ask, passed } = start();
    await passed(6, () => HOME);
    const proof = await solve((await ask(HOME)).challenge);
    const right = JSON.parse(atob(proof)) as object;
    const changed = (change: object) => btoa(JSON.stringify({ ...right, ...change }));
    const forged = [
      '%%%',
      btoa('x'),
      btoa('null'),
      changed({ number: -1 }),
      changed({ salt: 'abc?expires=99999999999&' }),
      changed({ algorithm: 'SHA-1' }),
      changed({ signature: '0'.repeat(64) }),
    ];
    for (const each of forged) {
      const { refused, challenge } = await ask(HOME, each);
      expect(refused?.code).toBe('rate_limited');
      expect(challenge).toMatchObject({ maxnumber: 50_000 });
    }
    const both = await Promise.all([ask(HOME, proof), ask(HOME, proof)]);
    expect(both.map(({ refused }) => refused === null).toSorted()).toEqual([false, true]);
    // the same proof in other letters
    for (const again of [changed({ took: 1 }), btoa(JSON.stringify(changed({})))])
      expect((await ask(HOME, again)).refused?.code).toBe('rate_limited');
    expect(both.find(({ refused }) => !refused)?.headers).not.toHaveProperty('retry-after');
    const late = await solve((await ask(HOME)).challenge);
    clock.advanceSeconds(300);
    await passed(6, () => HOME);
    expect((await ask(HOME, late)).refused?.status).toBe(429);
  });

  it('of an IPv6 site - has four times the limit of one network', async () => {
    const { giveBack, passed } = start();
    const at = (network: number, host = 1) => `2001:db8:1:${network.toString(16)}00::${host}`;
    expect(await passed(8, (nth) => at(0, nth))).toBe(6);
    // refused requests count for the network only
    expect(await passed(40, (nth) => at(1 + nth))).toBe(18);
    for (let nth = 0; nth < 3; nth++) await giveBack(at(90));
    expect(await passed(5, (nth) => at(100 + nth))).toBe(0);
    expect(await passed(1, () => '2001:db8:2:100::1')).toBe(1);
  });
});
