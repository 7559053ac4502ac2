import { startTestDatabase, type TestDatabase } from '@flint/testing/database';
import { fixedClock } from '../../infra/clock';
import type { Context } from 'koa';
import * as limits from './limits';
import { codeRefused, Refusal, validationFailed } from './refusal';
import type { SignIn } from './sign-in';

describe('the limits of sign-in', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await startTestDatabase()));
  afterAll(() => database[Symbol.asyncDispose]());
  beforeEach(async () => void (await database.db.collection('rate_limits').deleteMany({})));

  /** With limits of six requests of an address in five minutes, and four mails an hour. */
  const start = () => {
    const warn = jest.fn();
    const clock = fixedClock('2031-03-03T15:00:00Z');
    const deps = {
      db: database.db,
      clock,
      env: { IP_LIMIT_FACTOR: 0.01, CODE_MAILS_PER_HOUR: 4 },
      log: { warn },
    };
    return { signIn: { deps } as unknown as SignIn, clock, warn };
  };
  const request = (ip: string) => {
    const headers: Record<string, string> = {};
    const ctx = {
      ip,
      set: (name: string, value: string) => void (headers[name] = value),
    } as unknown as Context;
    return { ctx, headers };
  };
  /** 'passed', or what the refusal says. */
  const outcome = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown as Refusal,
    );
    return error ? `${error.status} ${error.code} ${error.extras.retryAfterSeconds}` : 'passed';
  };
  const repeat = async (times: number, work: (nth: number) => Promise<unknown>) => {
    let passed = 0;
    for (let nth = 0; nth < times; nth++) if ((await outcome(work(nth))) === 'passed') passed++;
    return passed;
  };

  it('code requests - are counted by address until one is finished, and allowed again as time passes', async () => {
    const { signIn, clock } = start();
    const { ctx, headers } = request('203.0.113.7');
    const ask = () => limits.limitAddress(ctx, signIn);
    expect(await repeat(6, ask)).toBe(6);
    expect(headers).toEqual({ 'ratelimit-policy': '"otp";q=6;w=300', ratelimit: '"otp";r=0;t=300' });
    expect(await outcome(ask())).toBe('429 over_request_rate_limit 301');
    expect(await outcome(limits.limitAddress(request('203.0.113.8').ctx, signIn))).toBe('passed');
    await limits.refundAddress(ctx, signIn);
    await limits.refundAddress(ctx, signIn);
    expect(await repeat(3, ask)).toBe(1);
    clock.advanceSeconds(600);
    expect(await repeat(7, ask)).toBe(6);
  });

  it('an IPv6 site - has four times the limit of one network', async () => {
    const { signIn } = start();
    const at = (network: number, host = 1) => request(`2001:db8:1:${network.toString(16)}00::${host}`).ctx;
    expect(await repeat(8, (nth) => limits.limitAddress(at(0, nth), signIn))).toBe(6);
    // refused requests count for the network only
    expect(await repeat(40, (nth) => limits.limitAddress(at(1 + nth), signIn))).toBe(18);
    for (let nth = 0; nth < 3; nth++) await limits.refundAddress(at(90), signIn);
    expect(await repeat(5, (nth) => limits.limitAddress(at(100 + nth), signIn))).toBe(0);
    expect(await outcome(limits.limitAddress(request('2001:db8:2:100::1').ctx, signIn))).toBe('passed');
  });

  it('wrong codes - are counted by address; right ones and other errors are not', async () => {
    const { signIn } = start();
    const { ctx, headers } = request('203.0.113.7');
    const enter = (error?: Error) =>
      limits.limitWrongCodes(ctx, signIn, async () => {
        if (error) throw error;
      });
    expect(await repeat(10, () => enter())).toBe(10);
    for (let nth = 0; nth < 10; nth++)
      await expect(enter(validationFailed('no email'))).rejects.toThrow('no email');
    await expect(enter(Object.assign(new Error('disk full'), { code: 'otp_expired' }))).rejects.toThrow(
      'disk full',
    );
    for (let nth = 0; nth < 6; nth++) await expect(enter(codeRefused())).rejects.toThrow('Token has expired');
    expect(headers).toEqual({ 'ratelimit-policy': '"verify";q=6;w=300', ratelimit: '"verify";r=0;t=300' });
    const work = jest.fn();
    expect(await outcome(limits.limitWrongCodes(ctx, signIn, work))).toBe('429 over_request_rate_limit 301');
    expect(work).not.toHaveBeenCalled();
    expect(headers['retry-after']).toBe('301');
    // requests for codes have a limit of their own
    expect(await outcome(limits.limitAddress(ctx, signIn))).toBe('passed');
  });

  it('refreshes of a session - are refused by 503 after 150 in five minutes, which does not sign the student out', async () => {
    const { signIn } = start();
    const { ctx } = request('203.0.113.7');
    expect(await repeat(150, () => limits.limitRefreshes(ctx, signIn, 'ann'))).toBe(150);
    expect(await outcome(limits.limitRefreshes(ctx, signIn, 'ann'))).toMatch(
      /^503 over_request_rate_limit \d+$/,
    );
    expect(await outcome(limits.limitRefreshes(ctx, signIn, 'ben'))).toBe('passed');
  });

  it('the hour’s mails - are limited to one half for mailboxes without an account, unnoticed; the rest is for others', async () => {
    const { signIn, clock, warn } = start();
    const take = (hasAccount: boolean) => limits.spendMail(signIn, hasAccount);
    expect([await take(false), await take(false)]).toEqual([true, true]);
    expect(warn).not.toHaveBeenCalled();
    expect([await take(false), await take(true)]).toEqual([false, true]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await outcome(limits.refuseWithoutMails(signIn))).toBe('passed');
    expect(await take(true)).toBe(true);
    expect(await outcome(limits.refuseWithoutMails(signIn))).toBe('429 over_email_send_rate_limit 3601');
    expect(await outcome(take(true))).toBe('429 over_email_send_rate_limit 3601');
    clock.advanceSeconds(2 * 3600);
    expect(await outcome(limits.refuseWithoutMails(signIn))).toBe('passed');
  });

  it('mails that were not sent - are given back, to the share they came from', async () => {
    const { signIn } = start();
    const take = (hasAccount: boolean) => limits.spendMail(signIn, hasAccount);
    for (const hasAccount of [false, false, true, true]) await take(hasAccount);
    await limits.refundMail(signIn, true);
    expect(await take(false)).toBe(false);
    await limits.refundMail(signIn, false);
    await limits.refundMail(signIn, false);
    expect([await take(false), await take(true), await take(true)]).toEqual([true, true, true]);
    expect(await outcome(take(true))).toMatch(/^429/);
  });
});
