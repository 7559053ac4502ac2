import { isLong } from '@flint/testing/long';
import { expectAccessible } from '@flint/testing/browser';
import type { Page } from 'playwright-core';

const SIZES = [
  [390, 844],
  [1440, 900],
] as const;

let looked = 0;

/**
 * Passes axe on a phone and on a wide window, light and dark; a folder named by FLINT_LOOKS gets the pictures. `npm test` takes two of the four
 * looks of each page in turn, so that every look is taken; FLINT_LONG takes all.
 */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['FLINT_LOOKS'];
  const before = page.viewportSize()!;
  const isAll = isLong || Boolean(folder);
  looked += 1;
  for (const [at, [width, height]] of SIZES.entries()) {
    for (const colorScheme of ['light', 'dark'] as const) {
      if (!isAll && (at + looked) % 2 !== Number(colorScheme === 'dark')) continue;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
      const path = `${folder}/${name}-${width}-${colorScheme}.png`;
      if (folder) await page.screenshot({ path, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(before);
}

/** Waits until the page shows the text. */
export const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
