import type { Page } from 'playwright-core';
import type { RunningDesk } from '@flint/testing/desk';
import { openPage, type Pages, type TestPage } from '@flint/testing/browser';
import { Secret, TOTP } from 'otpauth';

export const secretOf = (name: string) => `${name} has a long secret`;
export const addressOf = (name: string) => `${name}@campus.edu`;

/** Signs an operator in at the desk, in a new browser profile, and sets up the authenticator from the screen. */
export async function signInAt(
  desk: RunningDesk,
  browser: Pages,
  name: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<TestPage> {
  // without a session the desk answers 401
  const opened = await openPage(browser, {
    viewport: { width: 1440, height: 900 },
    allow: [/401/],
    hasClock: true,
    answersLater: true,
    ...options,
  });
  const { page } = opened;
  await page.goto(desk.url);
  await page.getByLabel('Your address').fill(addressOf(name));
  await page.keyboard.press('Enter');
  await enterAgain(desk, page, name);
  return opened;
}

/** Types the mailed code, and sets up the authenticator. */
export async function enterAgain(desk: RunningDesk, page: Page, name: string): Promise<void> {
  await page.getByLabel('Code').fill(await desk.codeFor(addressOf(name)));
  await page.keyboard.press('Enter');
  await openWithAuthenticator(page, name);
}

async function openWithAuthenticator(page: Page, name: string): Promise<void> {
  await page.getByRole('img', { name: 'QR code of the text below' }).waitFor();
  const text = await page.locator('.door__secret').innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(text.replace(/\s/g, '')) });
  await page.getByLabel('Your operator secret').fill(secretOf(name));
  await page.getByLabel('Code of your authenticator').fill(totp.generate());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
}

/** Opens the first case of the queue by keyboard; it has the focus on arrival. */
export async function openFirst(page: Page): Promise<void> {
  await page.locator('.f-entry:focus').waitFor();
  for (const key of ['j', 'k', 'Enter']) await page.keyboard.press(key);
  await page.locator('#case-title').waitFor();
}

/** Lets the five seconds pass in which a decision can be undone. */
export const passUndo = (page: Page): Promise<void> => page.clock.fastForward(5_500);
