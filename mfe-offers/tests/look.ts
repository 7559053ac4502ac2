import { isLong } from '@flint/testing/long';
import { expectAccessible } from '@flint/testing/browser';
import type { Page } from 'playwright-core';

const LOOKS = [
  [390, 844, 'light'],
  [1440, 900, 'dark'],
  [390, 844, 'dark'],
  [1440, 900, 'light'],
] as const;

let looked = 0;

/**
 * Passes axe on a phone and on a wide window, light and dark; a folder named by FLINT_LOOKS gets the pictures. `npm test` takes one of the four
 * looks of each page in turn, so that every look is taken; FLINT_LONG takes all.
 */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['FLINT_LOOKS'];
  const before = page.viewportSize()!;
  const next = LOOKS[looked++ % LOOKS.length]!;
  for (const [width, height, colorScheme] of isLong || folder ? LOOKS : [next]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
    const path = `${folder}/${name}-${width}-${colorScheme}.png`;
    if (folder) await page.screenshot({ path, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(before);
}

/** Waits until the page shows the text. */
export const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
