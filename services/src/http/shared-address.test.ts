import { PROOF_HEADER, withProof } from '@flint/contracts/proof-of-work';
import { startTestDatabase, type TestDatabase } from '@flint/testing/database';
import type { Context } from 'koa';
import { fixedClock } from '../infra/clock';
import type { ApiError } from './api-error';
import { prepareRateLimits } from './rate-limit';
import { chargeAddress, refundAddress } from './shared-address';

const limit = { name: 'otp', max: 6, seconds: 300 };

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  await prepareRateLimits(database.db);
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => void (await database.db.collection('rate_counts').deleteMany({})));

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
    const refused = await chargeAddress(ctx, needs, limit).then(
      () => null,
      (error: ApiError) => error,
    );
    return { headers, refused, challenge: refused?.extras.members?.challenge };
  };
  const giveBack = (ip: string) => refundAddress({ ip } as Context, needs, limit);
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
