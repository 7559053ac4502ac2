import { seedDemo } from '@flint/services/seed';
import { useBrowser, type openPage } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import type { Page } from 'playwright-core';

const SCALE = '/?question=communication_style_self';
const AGES = '/?question=age_preference';
const CHIPS = '/?question=hobbies_interests';
const SETTINGS = '/profile?page=settings';

let student: StoredSession;
const browser = useBrowser();
const flint = useFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  await seedDemo(flint.flint.deps);
  student = await flint.sessionOf('invited@campus.edu');
}, 120_000);

async function open(at: string, options: Parameters<typeof openPage>[1] = {}) {
  const opened = await flint.openSignedIn(browser, student, at, { allow: [/status of 404/], ...options });
  await opened.page.locator('#main [data-page-heading]').waitFor();
  return opened;
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

describe('components on their screens', () => {
  it.each([
    [SETTINGS, '.f-chip :checked + span', '.f-chip input:enabled:not(:checked) + span'],
    [SCALE, '.f-scale__step :checked + span', '.f-scale__step :not(:checked) + span'],
    [SETTINGS, '.f-switch__knob[aria-checked=true]', '.f-switch__knob[aria-checked=false]'],
    ['/offers', '.f-tabs__tab[aria-selected=true]', '.f-tabs__tab[aria-selected=false]'],
    ['/profile', '.f-progress__bar span', '.f-progress__bar'],
  ])('%s in forced colors, %s - the selected state - does not look like %s', async (at, chosen, other) => {
    await using opened = await open(at, { forcedColors: 'active' });
    const look = (selector: string) =>
      opened.page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { backgroundColor, borderTopColor, borderTopWidth, borderTopStyle } =
            getComputedStyle(element);
          return [backgroundColor, borderTopColor, borderTopWidth, borderTopStyle].join(' ');
        });
    expect(await look(chosen)).not.toEqual(await look(other));
  });

  it('a theme chosen in the settings - other than the system’s - has the colors of that theme', async () => {
    const backgroundIn = async (colorScheme: 'light' | 'dark', chosen?: string) => {
      await using opened = await open(SETTINGS, { colorScheme });
      if (chosen) await opened.page.getByRole('radio', { name: chosen, exact: true }).check();
      return await tokens(opened.page, '--f-bg', '--f-ember');
    };
    expect(await backgroundIn('light', 'Dark')).toEqual(await backgroundIn('dark'));
    expect(await backgroundIn('dark', 'Light')).toEqual(await backgroundIn('light'));
    expect(await backgroundIn('dark')).not.toEqual(await backgroundIn('light'));
  });

  it.each(['light', 'dark'] as const)(
    '%s with more contrast - lines and quiet text - are stronger',
    async (colorScheme) => {
      await using opened = await open(SETTINGS, { colorScheme, contrast: 'more' });
      await using plain = await open(SETTINGS, { colorScheme });
      const [ink, quiet, line] = await tokens(opened.page, '--f-ink', '--f-ink-3', '--f-line');
      expect(quiet).toBe(ink);
      expect([line]).not.toEqual(await tokens(plain.page, '--f-line'));
    },
  );

  it('a dialog closed by Escape or its button - the focus is back on what opened it; the page behind stays', async () => {
    await using opened = await open(SETTINGS, { viewport: { width: 1280, height: 500 } });
    const { page } = opened;
    // Flint's fonts replace the device's after the first screen: a line above may then be a pixel higher
    await page.waitForFunction(() => localStorage.getItem('flint:fonts') !== null);
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
    await using opened = await open(AGES);
    const [low, high] = [opened.page.getByRole('slider').first(), opened.page.getByRole('slider').nth(1)];
    await high.press('End');
    await low.press('End');
    const box = (await low.boundingBox())!;
    const y = box.y + box.height / 2;
    await opened.page.mouse.move(box.x + box.width - 10, y);
    await opened.page.mouse.down();
    await opened.page.mouse.move(box.x + box.width / 2, y, { steps: 5 });
    await opened.page.mouse.up();
    expect(Number(await low.inputValue())).toBeLessThan(Number(await high.inputValue()));
  });

  it.each([CHIPS, AGES, SETTINGS, '/offers'])(
    '%s on a phone - controls - are at least 44 px high',
    async (at) => {
      await using opened = await open(at, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      const small = await opened.page
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
      expect(small).toEqual([]);
    },
  );
});
