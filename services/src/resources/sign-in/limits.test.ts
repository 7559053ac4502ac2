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

  const STRANGER = { hasAccount: true, isKnown: false };
  const NEWCOMER = { hasAccount: false, isKnown: false };
  const KNOWN = { hasAccount: true, isKnown: true };

  it('the hour’s mails - are half for mailboxes without an account, three quarters for strangers, unnoticed; all for known browsers', async () => {
    const { signIn, clock, warn } = start();
    const take = (who: limits.Asking) => limits.spendMail(signIn, who);
    expect([await take(NEWCOMER), await take(NEWCOMER)]).toEqual([true, true]);
    expect(warn).not.toHaveBeenCalled();
    expect([await take(NEWCOMER), await take(STRANGER)]).toEqual([false, true]);
    expect(warn).toHaveBeenCalledTimes(1);
    // refused alike, and counted nowhere
    expect([await take(NEWCOMER), await take(STRANGER), await take(STRANGER)]).toEqual([false, false, false]);
    expect(await outcome(limits.refuseWithoutMails(signIn))).toBe('passed');
    expect(await take(KNOWN)).toBe(true);
    expect(await outcome(limits.refuseWithoutMails(signIn))).toBe('429 over_email_send_rate_limit 3601');
    expect(await outcome(take(KNOWN))).toBe('429 over_email_send_rate_limit 3601');
    expect(await take(STRANGER)).toBe(false);
    clock.advanceSeconds(2 * 3600);
    expect(await outcome(limits.refuseWithoutMails(signIn))).toBe('passed');
  });

  it('the hour’s mails, all used by known browsers - leave none for a stranger, who is not told', async () => {
    const { signIn } = start();
    for (let nth = 0; nth < 4; nth++) expect(await limits.spendMail(signIn, KNOWN)).toBe(true);
    expect([await limits.spendMail(signIn, STRANGER), await limits.spendMail(signIn, NEWCOMER)]).toEqual([
      false,
      false,
    ]);
  });

  it('mails that were not sent - are given back, to the shares they came from', async () => {
    const { signIn } = start();
    const take = (who: limits.Asking) => limits.spendMail(signIn, who);
    for (const who of [NEWCOMER, NEWCOMER, STRANGER, KNOWN]) await take(who);
    await limits.refundMail(signIn, NEWCOMER);
    expect([await take(STRANGER), await take(STRANGER)]).toEqual([true, false]);
    await limits.refundMail(signIn, KNOWN);
    expect([await take(STRANGER), await take(KNOWN)]).toEqual([false, true]);
    expect(await outcome(take(KNOWN))).toMatch(/^429/);
  });
});
