import type { Page } from 'playwright-core';
import { useFlint } from '@flint/testing';
import { useBrowser, openPage } from '@flint/testing/browser';

/** What the browser itself logs about a 4xx or 5xx response, or a lost connection. */
const REFUSED = [/Failed to load resource/];

let count = 0;

const browser = useBrowser();
/** With a crowded address, from which one student can sign in without work. */
const flint = useFlint({ env: { IP_LIMIT_FACTOR: '0.01' } });

const newStudent = () => `student${(count += 1)}@campus.edu`;
const emailField = (page: Page) => page.getByLabel('University email');
const codeField = (page: Page) => page.getByLabel('Code', { exact: true });
const inApp = (page: Page) => page.getByRole('navigation', { name: 'Main' }).waitFor();

async function askForCode(page: Page, email: string) {
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await codeField(page).waitFor();
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
});

describe('behind a crowded address', () => {
  it('a new browser - proves some work by itself, unnoticed, and signs in', async () => {
    for (let at = 0; at < 8; at++)
      await fetch(`${flint.url}/auth/v1/otp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `crowd${at}@campus.edu` }),
      });
    const { page, close } = await openPage(browser, { allow: REFUSED });
    const email = newStudent();
    await page.goto(`${flint.url}/`);
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/auth/v1/otp')) answers.push(response.status());
    });
    await askForCode(page, email);
    expect(answers).toEqual([429, 200]);
    await codeField(page).fill(await flint.codeFor(email));
    await inApp(page);
    await close();
  });
});
