import type { Page } from 'playwright-core';
import { openPage } from '@flint/testing/browser';
import { storedSession, USER } from '@flint/scripts/serve/fake-api';
import { writeFixtureRemote } from './fixture-remote';
import { browser, openSignedIn, useStage } from './stage';

/** A sign-in screen with two buttons; these tests are about the shell. */
const AUTH = `(() => {
  const kit = () => lent('@flint/remote-kit');
  const react = () => lent('react');
  return { default: { contract: 1, id: 'auth', Root: () => {
    const h = react().createElement;
    const { auth } = kit().usePlatform();
    const [said, say] = react().useState('');
    const tell = (result) => say(result.ok ? 'done' : result.message + ' ' + (result.retryAfterSeconds ?? ''));
    return h('div', null, h('h1', { 'data-page-heading': true }, 'Sign in'), h('p', { role: 'status' }, said),
      h('button', { onClick: () => auth.requestCode('ada@campus.edu').then(tell) }, 'Send'),
      h('button', { onClick: () => auth.verifyCode('ada@campus.edu', '123456').then(tell) }, 'Verify'));
  } } };
})()`;

const stage = useStage(
  async () => ({ replace: { auth: await writeFixtureRemote({ id: 'auth', exposes: AUTH }) } }),
  [beforeAll, afterAll],
);
afterEach(() => stage.api.replaced.clear());

const shown = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const deviceKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted());
const storeSession = (page: Page, session: unknown) =>
  page.evaluate((text) => localStorage.setItem('auth-storage', text), JSON.stringify(session));
/** An access token in the format of the service; the fake service checks no signature. */
const newToken = () =>
  [
    { alg: 'HS256', typ: 'JWT' },
    { sub: USER.id, exp: Math.floor(Date.now() / 1000) + 3600 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('c2lnbmF0dXJl')
    .join('.');
const REFUSED = [/Failed to load resource/];

describe('session', () => {
  it('every screen opened - its data - is requested once, before any code is loaded', async () => {
    const { page, close } = await openSignedIn({ allow: REFUSED });
    let asked: string[] = [];
    let early = Promise.resolve<unknown>(undefined);
    const partOf = (url: string) => /\/api\/v1\/(?!config)(\w+)$/.exec(url)?.[1];
    page.on('request', (request) => {
      const part = partOf(request.url());
      if (part) asked.push(part);
    });
    await page.route(/\/(vendor|main)\.\w+\.js$/, async (route) => {
      await early;
      await route.continue();
    });
    for (const [path, parts] of [
      ['/', ['profile']],
      ['/availability', ['availability']],
      ['/photos', ['photos']],
      ['/profile', ['availability', 'photos', 'profile']],
      ['/offers', ['offers']],
      ['/matches', ['matches']],
    ] as const) {
      asked = [];
      early = Promise.all(
        parts.map((part) => page.waitForRequest((request) => partOf(request.url()) === part)),
      );
      await page.goto(stage.url + path);
      await page.locator('#main [data-page-heading]').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('#main .f-skeleton'));
      const own = asked.filter((part) => (parts as readonly string[]).includes(part));
      expect([path, own.toSorted()]).toEqual([path, parts]);
    }
    await close();
  });

  it('sign out - from the palette - empties the device, ends only this session and signs out the other tab', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(stage.url);
    await shown(page, 'Sign in');
    await storeSession(page, storedSession());
    await page.evaluate(() => {
      for (const key of ['user_availability', 'user_photos', 'onboarding_completed', 'flint:draft'])
        localStorage.setItem(key, 'x');
    });
    const other = await page.context().newPage();
    await Promise.all([page.reload(), other.goto(`${stage.url}/photos`)]);
    await Promise.all([page, other].map((each) => each.getByRole('navigation', { name: 'Main' }).waitFor()));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sign out');
    await page.keyboard.press('Enter');
    await shown(page, 'Sign in');
    await shown(other, 'Sign in');
    // the note that the server has not ended the session yet goes last
    await page.waitForFunction(() => localStorage.length === 0);
    expect(stage.api.seen).toContain('POST /auth/v1/logout');
    await close();
  });

  it('a session that another device has ended - at the next check - leaves only what was not sent, in the student’s database', async () => {
    const { page, close } = await openSignedIn({ allow: REFUSED });
    await page.goto(`${stage.url}/profile`);
    await shown(page, 'Your Profile');
    /** The entries of the outbox by name, after `unsent` was stored. */
    const entries = (unsent?: unknown) =>
      page.evaluate(
        async ([name, entry]) => {
          const result = <T>(asked: IDBRequest<T>) =>
            new Promise<T>((resolve, reject) => {
              asked.addEventListener('success', () => resolve(asked.result));
              asked.addEventListener('error', () => reject(asked.error));
            });
          const database = await result(indexedDB.open(name as string));
          const all = database.transaction('entries', 'readwrite').objectStore('entries');
          if (entry) await result(all.put({ ...entry, edit: null }, 'answers/told'));
          if (entry) await result(all.put(entry, 'answers/unsent'));
          const [names, values] = [await result(all.getAllKeys()), await result(all.getAll())];
          database.close();
          return Object.fromEntries(names.map((key, at) => [String(key), values[at] as unknown]));
        },
        [`flint:${USER.id}`, unsent],
      );
    const unsent = {
      base: 'told',
      edit: { madeFrom: 'told', value: 'mine', at: 1 },
      sent: null,
      hold: { by: 'draft' },
    };
    await entries(unsent);
    stage.api.replaced.set('GET /auth/v1/user', [
      403,
      { code: 403, error_code: 'session_not_found', msg: 'x' },
    ]);
    await page.goto(`${stage.url}/profile`);
    await shown(page, 'Sign in');
    await page.waitForFunction(() => localStorage.length === 0);
    expect(await entries()).toEqual({ 'answers/unsent': { ...unsent, base: null } });
    await close();
  });

  it('/auth/callback - with a sign-in that is not valid - shows sign-in, and keeps no token in the history', async () => {
    stage.api.replaced.set('GET /auth/v1/user', [
      403,
      { code: 403, error_code: 'bad_jwt', msg: 'invalid JWT' },
    ]);
    const { page, close } = await openPage(browser, { allow: REFUSED });
    const { refresh_token } = storedSession();
    await page.goto(`${stage.url}/auth/callback#access_token=${newToken()}&refresh_token=${refresh_token}`);
    await shown(page, 'Sign in');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(page.url()).toBe(`${stage.url}/auth/callback`);
    expect(await deviceKeys(page)).not.toContain('auth-storage');
    await close();
  });

  it('start - an expired session while the service is down - is used, with a notice', async () => {
    stage.api.replaced.set('POST /auth/v1/token', [503, { code: 503, msg: 'down' }]);
    const { page, close } = await openSignedIn({ allow: REFUSED, hasClock: true }, storedSession(-60));
    await page.goto(`${stage.url}/photos`);
    await page.getByText('Service not reachable').waitFor();
    stage.api.replaced.clear();
    const connected = page.getByText('Connected');
    // the auth client tries again by itself, at the next of its ticks
    while (!(await connected.isVisible())) await page.clock.fastForward(1_000);
    await close();
  });

  it('start - the settings cannot be read - shows an error, and Try again starts the app', async () => {
    stage.api.replaced.set('GET /api/v1/config', [503, {}]);
    const { page, close } = await openPage(browser, { allow: REFUSED });
    await page.goto(stage.url);
    await shown(page, 'No connection to the service');
    stage.api.replaced.clear();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await shown(page, 'Sign in');
    await close();
  });
});
