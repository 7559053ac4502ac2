// Longer than 300 lines: the sign-in screen and the session, whose statements share one visit.
import type { Page, Request } from 'playwright-core';
import { completeStudent, inHours, newEmail, newPair, newStudent, offerOf, respond } from './people';
import {
  askForCode,
  button,
  call,
  codeField,
  goTo,
  heading,
  held,
  hueOf,
  path,
  pathOf,
  redBox,
  signInTitle,
} from './screens';
import { address, codeFor, http, look, signInByHttp } from './stage';
import { statement, walk } from './statements';

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('auth-storage'));
const USE_YOUR_ADDRESS = 'Please use your campus.edu email address';
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111');

statement('S1.1.1', async () => {
  const refused = await http('POST /auth/v1/otp', {
    body: { email: 'ann@elsewhere.edu', create_user: true },
  });
  expect(refused.status).toBe(400);
  const email = newEmail();
  expect((await http('POST /auth/v1/otp', { body: { email, create_user: true } })).status).toBe(200);
  const code = await codeFor(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const body = { email, type: 'email' };
  expect((await http('POST /auth/v1/verify', { body: { ...body, token: wrong } })).status).toBe(403);
  expect((await http('POST /auth/v1/verify', { body: { ...body, token: code } })).status).toBe(200);
});

statement('S9.1.1', async () => {
  const mailed = newEmail();
  await http('POST /auth/v1/otp', { body: { email: mailed, create_user: true } });
  expect(await codeFor(mailed)).toMatch(/^\d{6}$/);
  const { session } = await newStudent();
  const born = async (daysAfterBirthday: number) => {
    const day = new Date(Date.now() + daysAfterBirthday * 86_400_000);
    day.setUTCFullYear(day.getUTCFullYear() - 18);
    const answers = { bundle_intro: { date_of_birth: day.toISOString().slice(0, 10) } };
    return (await http('PATCH /profile', { as: session, body: { answers } })).status;
  };
  expect([await born(-2), await born(2)]).toEqual([200, 422]);
});

statement('S1.2.1', async () => {
  const { user } = await signInByHttp(newEmail('Anybody'));
  expect(user.email).toMatch(/^anybody\d+@campus\.edu$/);
});

/** One student's sign-in and sign-out, in two tabs. */
let page: Page;
let other: Page;
let email: string;
let asked: Request;
let verifiedAt = 0;
const calls: string[] = [];

walk({
  'S1.1.2': async () => {
    page = await look(null);
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page
      .getByText(/^Lightning-fast dating for Campus University’s students\.?$/i)
      .first()
      .waitFor();
  },

  'S2.2.2': () => page.getByText('Must be a campus.edu email address', { exact: true }).waitFor(),

  'S5.1.1': async () => {
    for (const wrong of ['ann@elsewhere.edu', 'ann@notcampus.edu', 'ann@campus.edu.evil.test', 'ann', '']) {
      await askForCode(page, wrong);
      await redBox(page).getByText(USE_YOUR_ADDRESS, { exact: true }).waitFor();
      await page.getByLabel('University email').fill('x');
      expect(await redBox(page).count()).toBe(0);
    }
  },

  'S8.1.1': async () => {
    await askForCode(page, 'ann@elsewhere.edu');
    await redBox(page).getByText(USE_YOUR_ADDRESS, { exact: true }).waitFor();
    expect(calls.filter((one) => one.startsWith('POST /auth'))).toEqual([]);
  },

  'S2.2.6': async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const colors = await redBox(page).evaluate((element) => {
        const { backgroundColor, borderTopColor, borderLeftColor } = getComputedStyle(element);
        return [backgroundColor, borderTopColor, borderLeftColor];
      });
      expect(colors.some((color) => hueOf(color) < 20 || hueOf(color) > 340)).toBe(true);
    }
  },

  'S4.1.4': async () => {
    await page.route('**/auth/v1/otp*', (route) =>
      route.fulfill({ status: 422, json: { code: 422, error_code: 'validation_failed', msg: 'Not now' } }),
    );
    await askForCode(page, newEmail());
    await redBox(page).getByText('Not now').waitFor();
    await heading(page, signInTitle);
    expect(await button(page, 'Send code').isEnabled()).toBe(true);
    await page.unroute('**/auth/v1/otp*');
    email = newEmail();
    await askForCode(page, email);
    await codeField(page).fill(wrongFor(await codeFor(email)));
    await redBox(page).waitFor();
    await heading(page, 'Check your email');
    expect(await button(page, 'Sign in').isEnabled()).toBe(true);
  },

  'S4.1.2': async () => {
    await button(page, 'Use different email').click();
    await heading(page, signInTitle);
    expect(await redBox(page).count()).toBe(0);
    await askForCode(page, newEmail());
    await codeField(page).waitFor();
    expect(await codeField(page).inputValue()).toBe('');
  },

  'S5.2.1': async () => {
    const answer = await held(page, '**/auth/v1/verify*');
    await codeField(page).pressSequentially('1a2 b-3c4d');
    expect(await codeField(page).inputValue()).toBe('1234');
    await codeField(page).pressSequentially('5678');
    expect(await codeField(page).inputValue()).toBe('123456');
    answer();
    await redBox(page).waitFor();
    await page.unroute('**/auth/v1/verify*');
  },

  'S2.2.5': async () => {
    await button(page, 'Use different email').click();
    await heading(page, signInTitle);
    await button(page, 'Send code').waitFor();
  },

  'S4.1.1': async () => {
    const answer = await held(page, '**/auth/v1/otp*');
    email = newEmail();
    const request = call(page, 'POST /auth/v1/otp');
    await askForCode(page, email);
    asked = await request;
    await button(page, 'Sending code…').waitFor();
    expect(await codeField(page).count()).toBe(0);
    answer();
    await codeField(page).waitFor();
  },

  'S2.2.1': async () => expect(asked.postDataJSON().email).toBe(email),

  'S7.1.1': async () =>
    expect(asked.postDataJSON()).toMatchObject({ create_user: true, data: { domain_verified: true } }),

  'S7.1.6': async () => {
    const { body: config } = await http('GET /config');
    expect(config.supabaseKey).toMatch(/.+/);
    expect(asked.headers()).toMatchObject({
      apikey: config.supabaseKey,
      authorization: `Bearer ${config.supabaseKey}`,
    });
    expect(await page.locator('input[type=password]').count()).toBe(0);
    expect(await page.getByText(/google|github|password\?|passkey/i).count()).toBe(0);
  },

  'S5.2.2': async () => expect(await codeField(page).getAttribute('placeholder')).toBe('000000'),

  'S2.2.3': async () => {
    other = await page.context().newPage();
    await other.goto(address());
    await heading(other, signInTitle);
    expect(await kept(page)).toBeNull();
    const verified = call(page, 'POST /auth/v1/verify');
    const code = await codeFor(email);
    expect(code).toMatch(/^\d{6}$/);
    await codeField(page).fill(code.slice(0, 5));
    expect(await button(page, 'Sign in').isDisabled()).toBe(true);
    await codeField(page).pressSequentially(code.slice(5));
    asked = await verified;
    verifiedAt = Date.now();
    expect(asked.postDataJSON().token).toBe(code);
  },

  'S7.1.2': async () => {
    expect(asked.postDataJSON()).toMatchObject({ email, type: 'email' });
    expect(await (await asked.response())!.json()).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: expect.any(Number),
      expires_at: expect.any(Number),
      user: { email, id: expect.any(String) },
    });
    await page.getByText('Question 1 of').waitFor();
    // S7.1.6: no other way of signing in
    const ways = calls.map((one) => one.split(' ')[1]!).filter((one) => one.startsWith('/auth/v1'));
    expect(ways.filter((one) => !/\/(otp|verify|user|token)$/.test(one))).toEqual([]);
  },

  'S4.1.3': async () => {
    await path(page, '/');
    expect(JSON.parse((await kept(page))!).user.email).toBe(email);
  },

  'S3.1.2': async () => {
    const session = JSON.parse((await kept(page))!);
    expect(session).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/.+/),
      expires_in: expect.any(Number),
    });
    expect(Math.abs(session.expires_at - (verifiedAt / 1000 + session.expires_in))).toBeLessThan(30);
  },

  'S4.2.2': async () => {
    await other.getByText('Question 1 of').waitFor();
    await goTo(other, '/profile');
    const { refresh_token: refreshToken } = JSON.parse((await kept(page))!);
    await goTo(page, '/offers');
    await heading(page, 'Your Offers');
    const left = call(other, 'POST /auth/v1/logout');
    await button(other, 'Sign Out').click();
    await heading(other, signInTitle);
    await heading(page, signInTitle);
    asked = await left;
    await asked.response();
    const body = { refresh_token: refreshToken };
    expect((await http('POST /auth/v1/token?grant_type=refresh_token', { body })).status).toBe(400);
  },

  'S7.1.5': async () => expect(new URL(asked.url()).searchParams.get('scope')).toBe('local'),

  'S4.2.3': async () => {
    expect(await kept(page)).toBeNull();
    expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain(email);
  },

  'S2.1.4': async () => {
    expect(pathOf(page)).toBe('/auth');
    await page.goto(`${address()}/offers`);
    await heading(page, signInTitle);
    await path(page, '/auth');
  },

  'S2.1.2': async () => {
    const screens = ['/profile', '/', '/availability', '/photos', '/offers'];
    for (const at of [...screens, '/auth', '/auth/callback', '/nowhere']) {
      await page.goto(address() + at);
      await heading(page, signInTitle);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    }
  },

  'S6.2.1': async () => {
    expect(await page.getByRole('link', { name: /Offers|Matches|Profile/ }).count()).toBe(0);
    const reads = [
      '/profile',
      '/availability',
      '/photos',
      '/offers',
      '/matches',
      '/account/export',
      '/blocks',
    ];
    const writes = ['POST /profile', 'PATCH /profile', 'POST /availability', 'POST /photos', 'POST /offers'];
    const statuses = await Promise.all([
      ...reads.map(async (at) => (await http(`GET ${at}`)).status),
      ...writes.map(async (one) => (await http(one, { body: {} })).status),
      http('DELETE /account').then(({ status }) => status),
    ]);
    expect(new Set(statuses)).toEqual(new Set([401]));
  },

  'S3.1.1': async () => {
    await page.goto(`${address()}/photos`);
    email = newEmail();
    await askForCode(page, email);
    await codeField(page).fill(await codeFor(email));
    // the screen that was requested
    await heading(page, 'Add Your Photos');
    other = await page.context().newPage();
    await other.goto(address());
    expect(JSON.parse((await kept(other))!).user.email).toBe(email);
    await other.getByText('Question 1 of').waitFor();
  },

  'S2.2.7': async () => {
    await page.goto(`${address()}/auth`);
    await page.getByText('Question 1 of').waitFor();
    expect(pathOf(page)).toBe('/');
    const done = await look((await completeStudent()).session, '/auth');
    await heading(done, 'Your Matches');
    expect(pathOf(done)).toBe('/matches');
  },
});

walk({
  'S2.2.8': async () => {
    page = await look(null);
    email = newEmail();
    await askForCode(page, email);
    await codeField(page).fill(await codeFor(email));
    await page.getByText('Question 1 of').waitFor();
    expect(pathOf(page)).toBe('/');
    // a student with a completed questionnaire is redirected, to an open offer or a near date
    const pair = await newPair();
    const far = await offerOf(pair, { proposedDate: inHours(49) });
    const waiting = await look(pair.recipient.session, '/');
    await path(waiting, '/offers');
    await respond(pair, far.id, 'accept');
    await waiting.goto(address());
    await path(waiting, '/matches');
    await waiting.getByRole('link', { name: 'Questions' }).first().click();
    await path(waiting, '/');
    await waiting.getByText('Question 1 of').waitFor();
    const near = await newPair();
    await respond(near, (await offerOf(near, { proposedDate: inHours(46) })).id, 'accept');
    await path(await look(near.sender.session, '/'), '/offers');
  },

  'S8.1.2': async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(address());
    let isRefused = true;
    await page.route('**/auth/v1/otp*', (route) =>
      isRefused
        ? route.fulfill({ status: 429, json: { code: 429, error_code: 'x', msg: 'The post is closed' } })
        : route.fulfill({ json: {} }),
    );
    await page.route('**/auth/v1/verify*', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 403, error_code: 'otp_expired', msg: 'That code has gone' },
      }),
    );
    email = newEmail();
    await askForCode(page, email);
    await redBox(page).getByText('The post is closed', { exact: true }).waitFor();
    expect(await button(page, 'Send code').isEnabled()).toBe(true);
    isRefused = false;
    await button(page, 'Send code').click();
    await codeField(page).fill('123456');
    await redBox(page).getByText('That code has gone', { exact: true }).waitFor();
    expect(await button(page, 'Sign in').isEnabled()).toBe(true);
  },

  'S2.2.4': async () => {
    const resend = page.getByRole('button', { name: /^Resend code/ });
    expect(await resend.isDisabled()).toBe(true);
    await page.clock.fastForward(61_000);
    const again = call(page, 'POST /auth/v1/otp');
    await resend.filter({ hasNotText: 'in ' }).click();
    expect((await again).postDataJSON().email).toBe(email);
    await page.getByText(/We sent a new code/).waitFor();
  },
});

statement('S2.1.7', async () => {
  const { session } = await newStudent();
  const { access_token, refresh_token } = session;
  const tokens = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
  });
  const opened = await look(null, `/auth/callback#${tokens}`);
  await opened.getByText('Question 1 of').waitFor();
  await path(opened, '/');
  expect(JSON.parse((await kept(opened))!).user.id).toBe(session.user.id);
  await opened.goBack().catch(() => null);
  expect(opened.url()).not.toContain('token');
});
