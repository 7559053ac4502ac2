// Longer than 300 lines: every limit of sign-in that needs no request, on one database.
import { startTestDatabase, type TestDatabase } from '@flint/testing/database';
import { isShort } from '@flint/testing/long';
import fc from 'fast-check';
import type { Context } from 'koa';
import { fixedClock } from '../../infra/clock';
import { createCodes } from './codes';
import * as limits from './limits';
import { mailboxes } from './mailbox.model';
import type { Refusal } from './refusal';
import type { SignIn } from './sign-in';

const ANN = 'ann@campus.edu';
const CODE = '123456';
const DAY = 86_400;
const START = '2031-03-03T15:00:00Z';

let database: TestDatabase;
beforeAll(async () => void (database = await startTestDatabase()));
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const name of ['auth_mailboxes', 'auth_devices', 'rate_counts'])
    await database.db.collection(name).deleteMany({});
});

describe('the codes of a mailbox', () => {
  const start = () => {
    const clock = fixedClock(START);
    const codes = createCodes({ db: database.db, clock, secret: Buffer.alloc(32, 7) });
    const reserve = async (email: string, device = 'new') =>
      codes.reserve(email, await codes.shareOf(email, device));
    /** Mails a code to a browser; the number of tries, or the seconds to wait. */
    const send = async (device = 'new', code = CODE) => {
      const reserved = await reserve(ANN, device);
      if (!reserved.granted) return `wait ${reserved.waitSeconds}`;
      await codes.place(ANN, code, device, reserved, { code });
      return `${reserved.tries} tries`;
    };
    const enter = async (code: string, device: string | null = null) =>
      (await codes.redeem(ANN, code, device))?.data ?? null;
    return { clock, codes, reserve, send, enter };
  };

  it('are mailed once a minute, six times an hour, twenty times a day; a refusal names the wait', async () => {
    const { clock, send } = start();
    expect(await send()).toBe('5 tries');
    expect(await send()).toBe('wait 60');
    clock.advanceSeconds(59.5);
    expect(await send()).toBe('wait 1');
    clock.advanceSeconds(0.5);
    for (let nth = 2; nth <= 6; nth++) {
      expect(await send()).toBe('5 tries');
      clock.advanceSeconds(60);
    }
    expect(await send()).toBe(`wait ${3600 - 360}`);
    clock.advanceSeconds(3600 - 360);
    for (let nth = 7; nth <= 20; nth++) {
      expect(await send()).toBe('5 tries');
      clock.advanceSeconds(1800);
    }
    expect(await send()).toBe(`wait ${DAY - 3600 - 14 * 1800}`);
    clock.advanceSeconds(DAY - 3600 - 14 * 1800);
    expect(await send()).toBe('5 tries');
  });

  it('that were not sent - do not count; older ones and those of others do', async () => {
    const { clock, codes, reserve, send } = start();
    await reserve('ben@campus.edu');
    await send();
    clock.advanceSeconds(60);
    const reserved = await reserve(ANN);
    if (reserved.granted) await codes.giveBack(reserved.share);
    expect(await send()).toBe('5 tries');
    expect(await send()).toBe('wait 60');
    clock.advanceSeconds(-1);
    expect(await reserve('ben@campus.edu')).toEqual({ granted: false, waitSeconds: 1 });
  });

  it('unknown, or mailed to nobody - are written to one row, like those of a mailbox, for a day after the last use', async () => {
    const { clock, codes, send, enter, reserve } = start();
    const rows = () => database.db.collection('auth_mailboxes').find().toArray();
    const staleAt = new Date(Date.parse(START) + DAY * 1000);
    await enter(CODE);
    const row = { _id: 'nobody', sentAt: [], staleAt };
    expect(await rows()).toEqual([
      expect.objectContaining({ ...row, code: null, triedAt: [new Date(START)] }),
    ]);
    await database.db.collection('auth_mailboxes').deleteMany({});
    await codes.place(ANN, CODE, 'new', null);
    expect(await rows()).toEqual([expect.objectContaining({ ...row, triedAt: [] })]);
    expect(JSON.stringify(await rows())).not.toContain('mailbox');
    await database.db.collection('auth_mailboxes').deleteMany({});
    await reserve(ANN);
    expect(await rows()).toEqual([expect.objectContaining({ staleAt })]);
    await send();
    clock.advanceSeconds(60);
    await send();
    clock.advanceSeconds(60);
    await enter('000000');
    const ends = (seconds: number) =>
      expect.objectContaining({ staleAt: new Date(staleAt.getTime() + seconds * 1000) });
    // of the mailbox, and of the browser that asked
    expect(await rows()).toEqual([ends(120), ends(60)]);
  });

  it('may be used once, for ten minutes, by their own mailbox; the newest replaces the others', async () => {
    const { clock, codes, send, enter } = start();
    await send();
    expect(await codes.redeem('ben@campus.edu', CODE, null)).toBeNull();
    expect(await enter(CODE)).toEqual({ code: CODE });
    expect(await enter(CODE)).toBeNull();
    clock.advanceSeconds(60);
    await send('new', '111111');
    clock.advanceSeconds(60);
    await send('new', '222222');
    expect(await enter('111111')).toBeNull();
    clock.advanceSeconds(599);
    expect(await enter('222222')).toEqual({ code: '222222' });
    await send();
    clock.advanceSeconds(600);
    expect(await enter(CODE)).toBeNull();
  });

  it('may be tried five times, and once after twenty wrong tries in a day; right and malformed codes do not count', async () => {
    const { clock, send, enter } = start();
    for (let nth = 0; nth < 4; nth++) {
      await send();
      for (const shape of ['', '12345', '1234567', 'a123456', '12345x', '1234 6'])
        expect(await enter(shape)).toBeNull();
      for (let tries = 0; tries < 4; tries++) expect(await enter('000000')).toBeNull();
      expect(await enter(CODE)).toEqual({ code: CODE });
      clock.advanceSeconds(3600);
    }
    // sixteen wrong ones so far; the twentieth is the last of the day
    for (const wrong of [3, 1]) {
      expect(await send()).toBe('5 tries');
      for (let tries = 0; tries < wrong; tries++) await enter('000000');
      clock.advanceSeconds(60);
    }
    expect(await send()).toBe('1 tries');
    expect(await enter('000000')).toBeNull();
    expect(await enter(CODE)).toBeNull();
    // until the oldest of the twenty is a day old
    clock.advanceSeconds(DAY - 4 * 3600 - 2 * 60 - 60);
    expect(await send()).toBe('1 tries');
    clock.advanceSeconds(60);
    expect(await send()).toBe('5 tries');
  });

  it('of a browser that signed in before - have limits of their own for 180 days, and only it may use them', async () => {
    const { clock, codes, send, enter } = start();
    await codes.remember(ANN, 'laptop');
    await send('new', '111111');
    expect(await send('laptop', '222222')).toBe('5 tries');
    expect(await send('unknown')).toBe('wait 60');
    expect(await enter('222222')).toBeNull();
    expect(await enter('222222', 'unknown')).toBeNull();
    expect(await enter('222222', 'laptop')).toEqual({ code: '222222' });
    clock.advanceSeconds(60);
    // without a code of its own it may enter one that another browser requested
    expect(await enter('111111', 'laptop')).toEqual({ code: '111111' });
    clock.advanceSeconds(180 * DAY - 120);
    expect(await send()).toBe('5 tries');
    expect(await send('laptop')).toBe('5 tries');
    clock.advanceSeconds(60);
    expect(await send()).toBe('5 tries');
    expect(await send('laptop')).toBe('wait 60');
  });

  it('used by the browser that asked - may be used again there for a minute, with the tries that are left, and nowhere else', async () => {
    const { clock, codes, send, enter } = start();
    await send('asker');
    const use = async () => (await codes.redeem(ANN, CODE, 'asker'))?.isFirst ?? null;
    expect([await use(), await use()]).toEqual([true, false]);
    for (const [code, device] of [[CODE], [CODE, 'stranger'], ['000000', 'asker']] as const)
      expect(await enter(code, device)).toBeNull();
    expect([await use(), await use(), await use()]).toEqual([false, false, null]);
    clock.advanceSeconds(60);
    await send('asker');
    expect(await use()).toBe(true);
    clock.advanceSeconds(59);
    expect(await use()).toBe(false);
    clock.advanceSeconds(1);
    expect(await use()).toBeNull();
    // no longer than the code
    await send('asker');
    clock.advanceSeconds(590);
    expect(await use()).toBe(true);
    clock.advanceSeconds(10);
    expect(await use()).toBeNull();
  });

  it.each([
    ['the browser that asked and another', 'asker', null],
    ['another browser and the one that asked', null, 'asker'],
  ])('used by %s at once - open for the first only', async (_who, first, second) => {
    const { send, enter } = start();
    await send('asker');
    const rows = mailboxes(database.db) as unknown as Record<'updateOne', (...args: unknown[]) => unknown>;
    const write = rows.updateOne.bind(rows);
    let used: unknown;
    // after the second took its try
    jest.spyOn(rows, 'updateOne').mockImplementationOnce(async (...args) => {
      used = await enter(CODE, first);
      return write(...args);
    });
    expect([await enter(CODE, second), used]).toEqual([null, { code: CODE }]);
  });

  it('any wrong guesses of other browsers - leave the browser that asked its five tries', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(null, 'stranger', 'another'), { maxLength: 15 }),
        fc.integer({ min: 0, max: 6 }),
        async (strangers, own) => {
          await database.db.collection('auth_mailboxes').deleteMany({});
          const { send, enter } = start();
          await send('asker');
          for (const stranger of strangers) expect(await enter('000000', stranger)).toBeNull();
          for (let nth = 0; nth < own; nth++) expect(await enter('000000', 'asker')).toBeNull();
          expect(await enter(CODE, 'asker')).toEqual(own < 5 ? { code: CODE } : null);
        },
      ),
      { numRuns: isShort ? 5 : 12, seed: 46 },
    ));

  it('that a stranger requests as well - replace no code of the browser that asked before, and no try of it', async () => {
    const { clock, send, enter } = start();
    await send('asker', '111111');
    clock.advanceSeconds(60);
    await send('stranger', '222222');
    for (let nth = 0; nth < 5; nth++) expect(await enter('000000', 'stranger')).toBeNull();
    expect(await enter('222222', 'stranger')).toBeNull();
    // a browser without cookies enters the newest one
    expect(await enter('111111')).toBeNull();
    expect(await enter('111111', 'asker')).toEqual({ code: '111111' });
    expect(await enter('222222')).toEqual({ code: '222222' });
  });

  it('guessed by 60 requests at once, with and without the cookie - are compared ten times', async () => {
    const { send, enter } = start();
    await send('asker');
    await Promise.all(Array.from({ length: 60 }, (_, nth) => enter('000000', nth % 2 ? 'asker' : null)));
    const [row] = await database.db
      .collection('auth_mailboxes')
      .find({ 'code.mac': { $exists: true } })
      .toArray();
    expect(row!.code).toMatchObject({ triesLeft: 0, openTries: 0 });
    expect([await enter(CODE), await enter(CODE, 'asker')]).toEqual([null, null]);
  });

  it('mailed to nobody - cannot be used, and do not replace the one the student has', async () => {
    const { codes, send, enter } = start();
    await send();
    await codes.place(ANN, '654321', 'new', null);
    expect(await enter('654321')).toBeNull();
    expect(await enter(CODE)).toEqual({ code: CODE });
  });

  it('with a plus tag, or without - belong to one mailbox; erased, nothing of it is stored', async () => {
    const { codes, send, reserve } = start();
    await codes.remember(ANN, 'laptop');
    await send();
    await send('laptop');
    expect(await reserve('ann+flint@campus.edu')).toEqual({ granted: false, waitSeconds: 60 });
    await reserve('ben@campus.edu');
    await codes.remember('ben@campus.edu', 'laptop');
    const stored = async () => [
      await database.db.collection('auth_mailboxes').countDocuments(),
      await database.db.collection('auth_devices').countDocuments(),
    ];
    // of Ann's mailbox and two browsers, and of Ben's mailbox
    expect(await stored()).toEqual([4, 2]);
    await codes.forget(ANN);
    expect(await stored()).toEqual([1, 1]);
  });
});

describe('the limits of sign-in', () => {
  /** With a limit of four mails an hour. */
  const start = () => {
    const warn = jest.fn();
    const clock = fixedClock(START);
    const deps = { db: database.db, clock, env: { CODE_MAILS_PER_HOUR: 4 }, log: { warn } };
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
