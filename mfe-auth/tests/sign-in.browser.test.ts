import type { Page } from 'playwright-core';
import { useFlint } from '@flint/testing';
import { useBrowser, openPage } from '@flint/testing/browser';

jest.setTimeout(90_000);

/** What the browser itself logs about a 4xx or 5xx response, or a lost connection. */
const REFUSED = [/Failed to load resource/];
/** The browser itself reports a 404 that means "nothing there yet" (spec 7). */
const NOTHING_YET = /status of 404/;

let count = 0;

const browser = useBrowser();
const flint = useFlint({ env: { IP_LIMIT_FACTOR: '1000' } });

const newStudent = () => `student${(count += 1)}@campus.edu`;
const emailField = (page: Page) => page.getByLabel('University email');
const codeField = (page: Page) => page.getByLabel('Code', { exact: true });
const inApp = (page: Page) => page.getByRole('navigation', { name: 'Main' }).waitFor();

async function askForCode(page: Page, email: string) {
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await codeField(page).waitFor();
}

async function paste(page: Page, text: string) {
  await codeField(page).focus();
  await page.evaluate((value) => {
    const data = new DataTransfer();
    data.setData('text/plain', value);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
    );
    document.execCommand('insertText', false, value);
  }, text);
}

const storedSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? 'null'));

/** Changes the stored session so that it expired a minute ago. */
const expire = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    session.expires_at = Math.floor(Date.now() / 1000) - 60;
    localStorage.setItem('auth-storage', JSON.stringify(session));
  });

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

describe('an expired session', () => {
  it('that is read over a hanging network - shows the spinner, says so after five seconds, and then opens the app', async () => {
    const { page, close } = await openPage(browser, { allow: [NOTHING_YET] });
    const email = newStudent();
    await page.goto(flint.url);
    await askForCode(page, email);
    await codeField(page).fill(await flint.codeFor(email));
    await inApp(page);
    await expire(page);
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/auth/v1/token*', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Loading…').first().waitFor();
    await page.getByText('The network is slow.', { exact: false }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    release();
    await inApp(page);
    await close();
  });
});

describe('signing in', () => {
  it.each([
    ['503 with a page of a proxy', 503, 'text/html', '<html>Bad gateway</html>', /^Sign-in is busy/],
    ['500 with JSON', 500, 'application/json', '{"code":"internal"}', /^Sign-in is busy/],
    ['429 with JSON', 429, 'application/json', '{"code":"rate_limited"}', /^Request rate limit reached/],
    ['200 with a page', 200, 'text/html', '<html>Welcome</html>', /^Network error/],
  ] as const)(
    'where the service answers %s - shows a sentence in the red box, and the next try works',
    async (_case, status, contentType, body, sentence) => {
      const { page, close } = await openPage(browser, { allow: REFUSED });
      await page.route('**/auth/v1/otp*', (route) => route.fulfill({ status, contentType, body }), {
        times: 1,
      });
      await page.goto(flint.url);
      const email = newStudent();
      await emailField(page).fill(email);
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByRole('alert').getByText(sentence).waitFor();
      await askForCode(page, email);
      await close();
    },
  );

  it.each([
    'error=access_denied&error_code=otp_expired&error_description=gone',
    'access_token=aaa',
    'access_token=a&refresh_token=b',
  ])('by an address with #%s - shows the form with the reason in the red box', async (hash) => {
    const { page, close } = await openPage(browser, { allow: REFUSED });
    await page.goto(`${flint.url}/auth/callback#${hash}`);
    await page.getByRole('alert').getByText('This link did not sign you in', { exact: false }).waitFor();
    expect(await emailField(page).isVisible()).toBe(true);
    await close();
  });

  it('from the offers’ address - a wrong code, then the right one pasted - lands on the offers', async () => {
    const { page, close } = await openPage(browser, { allow: REFUSED });
    const email = newStudent();
    await page.goto(`${flint.url}/offers`);
    await askForCode(page, email.toUpperCase().replace('CAMPUS.EDU', 'campus.edu'));
    const code = await flint.codeFor(email);
    await paste(page, wrongFor(code));
    const refused = page.getByRole('alert').filter({ hasText: 'Token has expired or is invalid' });
    await refused.getByText('The code is wrong or too old.', { exact: false }).waitFor();
    await codeField(page).fill('');
    await paste(page, `${code.slice(0, 3)} ${code.slice(3)}`);
    await inApp(page);
    expect(new URL(page.url()).pathname).toBe('/offers');
    expect(await storedSession(page)).toMatchObject({ token_type: 'bearer', user: { email } });
    await page.goto(`${flint.url}/auth`);
    await page.waitForURL(`${flint.url}/`);
    await close();
  });

  it('a phone that unloads the tab while the student reads the mail - returns to the code step', async () => {
    const { page, close } = await openPage(browser, {
      allow: [NOTHING_YET],
      viewport: { width: 390, height: 844 },
    });
    const email = newStudent();
    await page.goto(flint.url);
    await askForCode(page, email);
    await page.reload();
    await codeField(page).fill(await flint.codeFor(email));
    // a phone shows no tabs before the questions are done
    await page.getByText(/^Question 1 of/).waitFor();
    await close();
  });

  it('a second request within a minute - names the wait - and the earlier code still works', async () => {
    const { page, close } = await openPage(browser, { allow: REFUSED });
    const email = newStudent();
    await page.goto(flint.url);
    await askForCode(page, email);
    await page.getByRole('button', { name: 'Use different email' }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText(/you can only request this after \d+ seconds/).waitFor();
    await page.getByRole('button', { name: 'Enter the code from your last mail' }).click();
    await codeField(page).fill(await flint.codeFor(email));
    await inApp(page);
    await close();
  });

  it('without a connection - waits on either step - and continues when the connection is back', async () => {
    const { page, close } = await openPage(browser, { allow: REFUSED });
    const email = newStudent();
    await page.goto(flint.url);
    await emailField(page).fill(email);
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    expect(await page.getByRole('button', { name: 'Send code' }).isDisabled()).toBe(true);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send code' }).click();
    await codeField(page).waitFor();
    const code = await flint.codeFor(email);
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await codeField(page).fill(code);
    await page.context().setOffline(false);
    await inApp(page);
    await close();
  });
});

describe('an expired session', () => {
  it('in two tabs at the same moment - is refreshed by both - and both stay signed in', async () => {
    const { page, close } = await flint.openSignedIn(browser, newStudent(), '/', {
      allow: REFUSED,
    });
    await inApp(page);
    const before = await storedSession(page);
    const other = await page.context().newPage();
    await other.goto(flint.url);
    await inApp(other);
    await expire(page);
    await Promise.all([page.reload(), other.reload()]);
    await Promise.all([inApp(page), inApp(other)]);
    await page.waitForFunction(() => {
      const { expires_at: at } = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
      return at > Date.now() / 1000 + 3000;
    });
    const after = await storedSession(page);
    expect(after.refresh_token).not.toBe(before.refresh_token);
    const user = await page.evaluate(
      async (token) =>
        (await fetch('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } })).status,
      after.access_token,
    );
    expect(user).toBe(200);
    await close();
  });

  it('while the student answers a question - is refreshed - and the answer is saved', async () => {
    const email = newStudent();
    const { page, close } = await flint.openSignedIn(browser, email, '/', { allow: REFUSED });
    await page.getByText('Question 1 of').waitFor();
    await expire(page);
    const refreshed = page.waitForResponse((answer) => answer.url().includes('/auth/v1/token'));
    const saved = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/api/v1/profile') && answer.request().method() !== 'GET' && answer.ok(),
    );
    await page.getByLabel('What should matches call you?').fill('Ada');
    await page.getByRole('button', { name: 'Next' }).click();
    expect((await refreshed).status()).toBe(200);
    await saved;
    const session = await storedSession(page);
    const { body } = await flint.call(session, 'GET /profile');
    expect(JSON.stringify(body)).toContain('Ada');
    await close();
  });
});

describe('behind a crowded address', () => {
  const crowded = useFlint({ env: { IP_LIMIT_FACTOR: '0.01' } });

  it('a new browser - proves some work by itself, unnoticed, and signs in', async () => {
    for (let at = 0; at < 8; at++)
      await fetch(`${crowded.url}/auth/v1/otp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `crowd${at}@campus.edu` }),
      });
    const { page, close } = await openPage(browser, { allow: [...REFUSED, NOTHING_YET] });
    const email = newStudent();
    await page.goto(`${crowded.url}/`);
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/auth/v1/otp')) answers.push(response.status());
    });
    await askForCode(page, email);
    expect(answers).toEqual([429, 200]);
    await codeField(page).fill(await crowded.codeFor(email));
    await inApp(page);
    await close();
  });
});
