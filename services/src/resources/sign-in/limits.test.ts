import { startTestDatabase, type TestDatabase } from '@flint/testing/database';
import { fixedClock } from '../../infra/clock';
import type { Context } from 'koa';
import * as limits from './limits';
import type { Refusal } from './refusal';
import type { SignIn } from './sign-in';

describe('the limits of sign-in', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await startTestDatabase()));
  afterAll(() => database[Symbol.asyncDispose]());
  beforeEach(async () => void (await database.db.collection('rate_counts').deleteMany({})));

  /** With a limit of four mails an hour. */
  const start = () => {
    const warn = jest.fn();
    const clock = fixedClock('2031-03-03T15:00:00Z');
    const deps = {
      db: database.db,
      clock,
      env: { CODE_MAILS_PER_HOUR: 4 },
      log: { warn },
    };
    return { signIn: { deps } as unknown as SignIn, clock, warn };
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

  it('refreshes of a session - are refused by 503 after 150 in five minutes, which does not sign the student out', async () => {
    const { signIn } = start();
    const ctx = { set: () => undefined } as unknown as Context;
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
