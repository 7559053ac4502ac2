import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

/** The button of exactly that name. */
export const button = (on: Page | Locator, name: string): Locator =>
  on.getByRole('button', { name, exact: true }).first();

/** Waits for the main heading of a screen. */
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name, ...(typeof name === 'string' && { exact: true }) }).waitFor();

/** Waits until the address is that path, whatever its parameters. */
export const path = (page: Page, wanted: string): Promise<void> =>
  page.waitForURL((url) => url.pathname === wanted);

export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** What stands there, with single blanks. */
export const textOf = async (target: Locator): Promise<string> =>
  (await target.innerText()).replace(/\s+/g, ' ').trim();

export const signInTitle = 'Sign in to Flint';

/** Asks for a code on the sign-in screen. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('University email').fill(email);
  await button(page, 'Send code').click();
}

export const codeField = (page: Page): Locator => page.getByRole('textbox', { name: 'Code' });

/** A picture such as a phone takes, as a picked file. */
export async function picture(name = 'me.jpg', { width = 1500, height = 2000 } = {}) {
  const made = sharp({ create: { width, height, channels: 3, background: '#c2410c' } });
  return { name, mimeType: 'image/jpeg', buffer: await made.jpeg().toBuffer() };
}

/** The box of a failure: red on its theme. */
export const redBox = (page: Page): Locator => page.locator('#main [role=alert]').filter({ hasText: /\S/ });

/** Waits for an alert with these words. */
export const alertOf = (page: Page, text: string): Promise<void> =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor();

/** Whether a color is of that name, by its hue: none of the product's colors is close to two of them. */
export function hueOf(rgb: string): number {
  const [r = 0, g = 0, b = 0] = (/\(([^)]+)\)/.exec(rgb)?.[1] ?? '').split(/[ ,/]+/).map(Number);
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (max === min) return Number.NaN;
  const part =
    max === r
      ? ((g - b) / (max - min)) % 6
      : max === g
        ? (b - r) / (max - min) + 2
        : (r - g) / (max - min) + 4;
  return (part * 60 + 360) % 360;
}
