import { seedDemo } from '@flint/services/seed';
import { launchBrowser, screenshot } from '@flint/testing/browser';
import { startFlint, type StoredSession, type TestFlint } from '@flint/testing/flint';
import type { Browser, Page } from 'playwright-core';

let flint: TestFlint;
let browser: Browser;
let session: StoredSession;
beforeAll(async () => {
  flint = await startFlint();
  await seedDemo(flint.flint.deps);
  session = await flint.sessionOf('invited@campus.edu');
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await flint[Symbol.asyncDispose]();
});

/** Texts that are cut off inside a control or a heading. */
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
  // 640 px of letters twice the size hold what 320 px hold: the narrowest page of WCAG 1.4.10
  it.each([
    ['/', 640],
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
      // the browser's own setting: unlike a style it also moves what is laid out by em
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      await page.locator('#main h1').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('.f-skeleton, [aria-busy=true]'));
      expect(await cutOff(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await screenshot(page, `text-200${at.replaceAll('/', '-')}-${width}`);
      await close();
    },
  );
});
