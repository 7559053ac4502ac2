import type { openPage, TestPage } from '@flint/testing/browser';
import { isShort } from '@flint/testing/long';
import type { Page } from 'playwright-core';
import type { Demo } from './demo';

const SCALE = '/?question=communication_style_self';
const AGES = '/?question=age_preference';
const CHIPS = '/?question=hobbies_interests';
const SETTINGS = '/profile?page=settings';

/** Waits until the screen has its data. */
async function shown(page: Page): Promise<void> {
  await page.locator('#main h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.f-skeleton, [aria-busy=true]'));
}

/** The colors that these tokens have on the page. */
const tokens = (page: Page, ...names: string[]) =>
  page.evaluate((all) => {
    const probe = document.body.appendChild(document.createElement('i'));
    return all.map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
  }, names);

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

/** The tests of components on their screens, on the demo campus of their file. */
export function testComponents({ browser, flint, sessions }: Demo): void {
  describe('components on their screens', () => {
    const openAt = (at: string, options: Parameters<typeof openPage>[1] = {}) =>
      flint.openSignedIn(browser, sessions.get('invited')!, at, { allow: [/status of 404/], ...options });

    let shared: TestPage;
    // a page without the app: each test loads its own screen
    beforeAll(async () => void (shared = await openAt('/help.html')));
    afterAll(() => shared.close());

    /** The page that tests share, at this address and size. */
    async function open(at: string, viewport = { width: 1280, height: 720 }): Promise<Page> {
      const { page } = shared;
      await page.setViewportSize(viewport);
      await goTo(page, at);
      return page;
    }

    async function goTo(page: Page, at: string): Promise<void> {
      await page.goto(flint.url + at);
      await shown(page);
    }

    it('every screen in forced colors - what is selected - looks different', async () => {
      const page = await open('/offers');
      await page.emulateMedia({ forcedColors: 'active' });
      const look = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const { backgroundColor, borderTopColor, borderTopWidth, borderTopStyle } =
              getComputedStyle(element);
            return [backgroundColor, borderTopColor, borderTopWidth, borderTopStyle].join(' ');
          });
      for (const [at, chosen, other] of [
        ['/offers', '.f-segment[aria-selected=true]', '.f-segment[aria-selected=false]'],
        ['/profile', '.f-progress__bar span', '.f-progress__bar'],
        [SETTINGS, '.f-segment[aria-pressed=true]', '.f-segment[aria-pressed=false]'],
        [
          `${SETTINGS}&section=notifications`,
          '.f-switch__knob[aria-checked=true]',
          '.f-switch__knob[aria-checked=false]',
        ],
        [SCALE, '.f-scale__step :checked + span', '.f-scale__step :not(:checked) + span'],
      ] as const) {
        if (!page.url().endsWith(at)) await goTo(page, at);
        expect([at, await look(chosen)]).not.toEqual([at, await look(other)]);
      }
      await page.emulateMedia({ forcedColors: null });
    });

    it('a theme chosen in the settings, and more contrast - have the colors of that theme, and stronger lines', async () => {
      const page = await open(SETTINGS);
      const colors = async (
        colorScheme: 'light' | 'dark',
        contrast: 'more' | 'no-preference' = 'no-preference',
      ) => {
        await page.emulateMedia({ colorScheme, contrast });
        return tokens(page, '--f-bg', '--f-ember', '--f-ink', '--f-ink-3', '--f-line');
      };
      const choose = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const [light, dark] = [await colors('light'), await colors('dark')];
      expect(dark).not.toEqual(light);
      for (const colorScheme of ['light', 'dark'] as const) {
        const [, , ink, quiet, line] = await colors(colorScheme, 'more');
        expect(quiet).toBe(ink);
        expect(line).not.toEqual((colorScheme === 'light' ? light : dark)[4]);
      }
      await choose('Dark');
      expect(await colors('light')).toEqual(dark);
      await choose('Light');
      expect(await colors('dark')).toEqual(light);
      await page.emulateMedia({ colorScheme: null, contrast: null });
    });

    it('a dialog closed by Escape or its button - the focus is back on what opened it; the page behind stays', async () => {
      const page = await open(`${SETTINGS}&section=account`, { width: 1280, height: 500 });
      // Flint's fonts replace the device's: a line above may then be a pixel higher
      await page.evaluate(() => document.fonts.ready);
      const opener = page.getByRole('button', { name: 'Delete my account' });
      const dialog = page.getByRole('dialog');
      for (const close of [
        () => page.keyboard.press('Escape'),
        () => dialog.getByRole('button', { name: 'Close' }).click(),
      ]) {
        await opener.focus();
        await page.keyboard.press('Enter');
        await dialog.waitFor();
        const before = await page.evaluate(() => window.scrollY);
        await page.mouse.move(20, 20);
        await page.mouse.wheel(0, -600);
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        expect(await page.evaluate(() => window.scrollY)).toBe(before);
        await close();
        await dialog.waitFor({ state: 'detached' });
        expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
      }
    });

    it('a range with both thumbs at the top - the lower one - can still be dragged away', async () => {
      const page = await open(AGES);
      const [low, high] = [page.getByRole('slider').first(), page.getByRole('slider').nth(1)];
      await high.press('End');
      await low.press('End');
      const box = (await low.boundingBox())!;
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width - 10, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, y, { steps: 5 });
      await page.mouse.up();
      expect(Number(await low.inputValue())).toBeLessThan(Number(await high.inputValue()));
    });

    it('screens on a phone - their controls - are at least 44 px high', async () => {
      await using opened = await openAt(CHIPS, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      const { page } = opened;
      for (const at of [CHIPS, AGES, SETTINGS, '/offers']) {
        await (at === CHIPS ? shown(page) : goTo(page, at));
        const small = await page
          .locator('#main :is(.f-button, select, input, textarea, label:has(input))')
          .evaluateAll((elements) =>
            elements
              .filter(
                (element) =>
                  !element.matches('label input, [type=range], .f-button--s') && element.checkVisibility(),
              )
              .filter((element) => element.getBoundingClientRect().height < 44)
              .map((element) => element.outerHTML.slice(0, 120)),
          );
        expect([at, small]).toEqual([at, []]);
      }
    });

    // WCAG 1.4.4: 640 px with letters twice the size correspond to 320 px, the narrowest page of WCAG 1.4.10
    it('every screen - with letters twice the size - loses no text and does not scroll sideways', async () => {
      const page = await open('/profile', { width: 640, height: 844 });
      await page.getByRole('link', { name: 'How others see you' }).waitFor();
      expect(await page.locator('.navigation').isVisible()).toBe(true);
      // the setting of the browser, which, unlike a style, also changes layout in em
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      const screens = ['/', '/?question=ethnicity', CHIPS, SETTINGS, '/availability', '/photos', '/profile'];
      // `npm test` takes every other one
      const all = [...screens, '/offers', '/matches', 'wide'];
      for (const at of all.filter((_, n) => !isShort || n % 2 === 1)) {
        if (at === 'wide') await page.setViewportSize({ width: 1280, height: 844 });
        const path = at === 'wide' ? '/offers' : at;
        if (!page.url().endsWith(path)) await goTo(page, path);
        expect([at, await cutOff(page)]).toEqual([at, []]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([at, overflow]).toEqual([at, 0]);
      }
    });
  });
}
