import { seedDemo } from '@flint/services/seed';
import { useBrowser, screenshot } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import type { Page } from 'playwright-core';

let session: StoredSession;
const browser = useBrowser();
const flint = useFlint();
beforeAll(async () => {
  await seedDemo(flint.flint.deps);
  session = await flint.sessionOf('invited@campus.edu');
}, 120_000);

/** Texts that are cut off in a control or heading. */
const cutOff = (page: Page) =>
  page.locator('#main :is(button, a, h1, h2, h3, label, .f-badge), nav a').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { overflowX, clipPath } = getComputedStyle(element);
        const isClipped = overflowX !== 'visible' && clipPath === 'none';
        return isClipped && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.textContent),
  );

describe('text of 200 percent (WCAG 1.4.4)', () => {
  // 640 px with letters twice the size correspond to 320 px, the narrowest page of WCAG 1.4.10
  it.each([
    ['/', 640],
    ['/?question=ethnicity', 640],
    ['/?question=hobbies_interests', 640],
    ['/profile?page=settings', 640],
    ['/availability', 640],
    ['/photos', 640],
    ['/profile', 640],
    ['/offers', 640],
    ['/matches', 640],
    ['/offers', 1280],
  ])(
    '%s, %i px wide - with letters twice the size - loses no text and does not scroll sideways',
    async (at, width) => {
      const { page, close } = await flint.openSignedIn(browser, session, at, {
        viewport: { width, height: 844 },
        timezoneId: 'America/Toronto',
      });
      // the setting of the browser, which, unlike a style, also changes layout in em
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      await page.locator('#main h1').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('.f-skeleton, [aria-busy=true]'));
      expect(await cutOff(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await screenshot(page, `text-200${at.replaceAll(/\W/g, '-')}-${width}`);
      await close();
    },
  );
});
