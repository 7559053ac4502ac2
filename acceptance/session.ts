import type { Page } from 'playwright-core';
import { expired, newStudent } from './people';
import { call, goTo, heading, held, signInTitle } from './screens';
import { address, http, look, type Session } from './stage';
import { statement, walk } from './statements';

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('auth-storage'));

/** Records how long the page's timers are set for. */
const recordPauses = (fresh: Page) =>
  fresh.addInitScript(`(() => {
    const pauses = (window.pauses = []);
    const { setTimeout } = window;
    window.setTimeout = (run, ms, ...rest) => {
      pauses.push(ms);
      return setTimeout(run, ms, ...rest);
    };
  })()`);

/** Records when the page refreshes the session, by its clock. */
const recordRefreshes = (fresh: Page) =>
  fresh.addInitScript(`(() => {
    const refreshes = (window.refreshes = []);
    const { fetch } = window;
    window.fetch = (input, ...rest) => {
      if (String(input?.url ?? input).includes('/auth/v1/token')) refreshes.push(Date.now());
      return fetch(input, ...rest);
    };
  })()`);

let page: Page;
let answer: () => void;

walk({
  'S2.1.1': async () => {
    page = await look(expired((await newStudent()).session), '/photos', {
      before: async (fresh) => (answer = await held(fresh, '**/auth/v1/token*')),
    });
    await page.locator('main .f-spinner, main [class*=spinner]').first().waitFor();
    await page.getByText('Loading…').first().waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  },

  'S4.2.1': async () => {
    answer();
    await heading(page, 'Add Your Photos');
  },
});

let session: Session;
const apiCalls: (readonly [path: string, token: string | undefined])[] = [];

walk({
  'S7.1.4': async () => {
    ({ session } = await newStudent());
    let read!: ReturnType<typeof call>;
    page = await look(session, '/', {
      before: async (fresh) => {
        read = call(fresh, 'GET /auth/v1/user');
        fresh.on('request', (request) => {
          const { pathname } = new URL(request.url());
          if (pathname.startsWith('/api/v1/') && !/config|browser-reports/.test(pathname))
            apiCalls.push([pathname, request.headers()['authorization']]);
        });
      },
    });
    const request = await read;
    expect(request.postData()).toBeNull();
    const { email, id } = session.user;
    expect(await (await request.response())!.json()).toMatchObject({ email, id });
  },

  'S2.1.3': async () => {
    for (const [at, title] of [
      ['/', "Let's start with the basics"],
      ['/availability', 'Set Your Availability'],
      ['/photos', 'Add Your Photos'],
      ['/profile', 'Your Profile'],
      ['/offers', 'Your Offers'],
      ['/matches', 'Your Matches'],
      ['/auth/callback', "Let's start with the basics"],
      ['/nowhere', /not found|no such page|nothing here/i],
    ] as const) {
      await goTo(page, at);
      await heading(page, title);
    }
  },

  'S6.4.1': async () => {
    expect(new Set(apiCalls.map(([at]) => at)).size).toBeGreaterThan(4);
    expect(apiCalls.filter(([, token]) => token !== `Bearer ${session.access_token}`)).toEqual([]);
  },

  'S7.1.3': async () => {
    const soon = { ...session, expires_at: Math.floor(Date.now() / 1000) + 60 };
    await page.evaluate((text) => localStorage.setItem('auth-storage', text), JSON.stringify(soon));
    const asked = call(page, 'POST /auth/v1/token');
    await page.goto(`${address()}/profile`);
    const request = await asked;
    expect(new URL(request.url()).searchParams.get('grant_type')).toBe('refresh_token');
    expect(request.postDataJSON()).toEqual({ refresh_token: session.refresh_token });
    await page.waitForFunction(
      (old) => JSON.parse(localStorage.getItem('auth-storage')!).access_token !== old,
      session.access_token,
    );
  },
});

statement('S4.2.4', async () => {
  const { session: old } = await newStudent();
  let said!: Promise<{ type(): string }>;
  const failed = await look(expired(old), '/profile', {
    allow: [/session not initialised/, /shell_file_unavailable/],
    before: async (fresh) => {
      said = fresh.waitForEvent('console', (message) => /session not initialised/.test(message.text()));
      await fresh.route('**/*auth-client*.js', (route) => route.abort());
    },
  });
  expect((await said).type()).toBe('error');
  await failed.getByRole('navigation', { name: 'Main' }).waitFor();
});

statement('S4.2.5', async () => {
  const { session: old } = await newStudent();
  const refusing = (status: number, code: string) => (fresh: Page) =>
    fresh.route('**/auth/v1/token*', (route) =>
      route.fulfill({ status, json: { code: status, error_code: code, msg: 'no' } }),
    );
  const gone = await look(expired(old), '/profile', { before: refusing(400, 'refresh_token_not_found') });
  await heading(gone, signInTitle);
  expect(await kept(gone)).toBeNull();
  const down = await look(expired(old), '/profile', { before: refusing(503, 'unavailable') });
  await down.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await kept(down)).toContain(old.user.id);
});

let tries = 0;

walk({
  'S8.4.1': async () => {
    const missing = await http('GET /auth/v1/user', { as: { access_token: 'none' } });
    expect([missing.status, missing.body.error_code]).toEqual([403, 'bad_jwt']);
    const wrong = await http('POST /auth/v1/verify', {
      body: { email: 'nobody@campus.edu', token: '123456', type: 'email' },
    });
    expect([wrong.status, wrong.body.error_code]).toEqual([403, 'otp_expired']);
    page = await look({ ...(await newStudent()).session, expires_at: 1 }, '/profile', {
      before: async (fresh) => {
        await recordPauses(fresh);
        await fresh.route('**/auth/v1/token*', (route) => {
          const status = [502, 503, 504][tries++];
          return status ? route.fulfill({ status, json: {} }) : route.continue();
        });
      },
    });
    await heading(page, 'Your Profile');
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('auth-storage')!).expires_at > 1);
    expect(tries).toBe(4);
  },

  'S9.11.1': async () => {
    expect(await page.evaluate('window.pauses')).toEqual(expect.arrayContaining([200, 400, 800]));
    const now = Date.now();
    const soon = { ...(await newStudent()).session, expires_at: Math.floor(now / 1000) + 200 };
    let isLoaded!: ReturnType<typeof call>;
    page = await look(soon, '/profile', {
      // a download under way is given up when the clock runs ahead
      allow: [/remote(_file)?_unavailable/],
      before: async (fresh) => {
        isLoaded = call(fresh, 'GET /auth/v1/user');
        await fresh.clock.setSystemTime(now);
        await recordRefreshes(fresh);
        await fresh.route('**/auth/v1/token*', (route) => route.fulfill({ status: 503, json: {} }));
      },
    });
    await heading(page, 'Your Profile');
    await isLoaded;
    const refreshedAt = () => page.evaluate('window.refreshes[0]') as Promise<number | undefined>;
    while ((await refreshedAt()) === undefined) await page.clock.runFor(5_000);
    // three whole ticks remain, at the tick before there were four; the page reads its clock a moment later
    const ticks = (soon.expires_at * 1_000 - (await refreshedAt())!) / 30_000;
    expect(ticks).toBeLessThan(4);
    expect(ticks).toBeGreaterThan(2.8);
  },
});

statement('S6.1.1', async () => {
  const { session: own } = await newStudent();
  const claims = JSON.parse(Buffer.from(own.access_token.split('.')[1]!, 'base64url').toString());
  expect(claims.role).toBe('authenticated');
  for (const at of ['/safety/queue', '/admin', '/reports', '/users'])
    expect((await http(`GET ${at}`, { as: own })).status).toBe(404);
});
