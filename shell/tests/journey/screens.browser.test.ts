import { seedDemo } from '@flint/services/seed';
import { expectAccessible, launchBrowser, screenshot } from '@flint/testing/browser';
import { startFlint, type StoredSession, type TestFlint } from '@flint/testing/flint';
import type { Browser } from 'playwright-core';

const SCREENS = [
  ['/', "Let's start with the basics"],
  ['/availability', 'Set Your Availability'],
  ['/photos', 'Add Your Photos'],
  ['/profile', 'Your Profile'],
  ['/offers', 'Your Offers'],
  ['/matches', 'Your Matches'],
] as const;

const LOOKS = [
  ['phone', 390, 844, 'light'],
  ['phone', 390, 844, 'dark'],
  ['desktop', 1440, 900, 'light'],
  ['desktop', 1440, 900, 'dark'],
] as const;

describe('every screen of a full account', () => {
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

  it.each(LOOKS)(
    'on a %s (%i x %i, %s) - is accessible, fits its width, asks no foreign origin',
    async (device, width, height, colorScheme) => {
      const { page, close } = await flint.openSignedIn(browser, session, '/', {
        viewport: { width, height },
        colorScheme,
        timezoneId: 'America/Toronto',
      });
      for (const [path, title] of SCREENS) {
        await page.goto(flint.url + path);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await page.waitForFunction(() => !document.querySelector('.f-skeleton, [aria-busy=true]'));
        await expectAccessible(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([path, overflow]).toEqual([path, 0]);
        await screenshot(page, `${path === '/' ? 'onboarding' : path.slice(1)}-${device}-${colorScheme}`);
      }
      await close();
    },
    180_000,
  );
});
