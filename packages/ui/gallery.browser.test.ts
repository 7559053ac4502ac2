import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expectAccessible, launchBrowser, openPage, screenshot } from '@flint/testing/browser';
import type { Browser, Page } from 'playwright-core';

let browser: Browser;
let url: string;

beforeAll(async () => {
  const build = path.join(import.meta.dirname, 'gallery/build.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', build]);
  url = pathToFileURL(stdout.trim()).href;
  browser = await launchBrowser();
}, 120_000);

afterAll(() => browser.close());

type Options = Parameters<typeof openPage>[1];

async function gallery(options: Options = {}) {
  // the portrait that does not load is part of the gallery
  const opened = await openPage(browser, {
    viewport: { width: 1440, height: 900 },
    allow: [/ERR_/],
    ...options,
  });
  await opened.page.goto(url);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened;
}

const THEMES = ['light', 'dark'] as const;
/** `npm run test:accessibility` looks at all widths. */
const WIDTHS = process.env['FLINT_ACCESSIBILITY'] === 'all' ? [320, 768, 1440] : [320, 1440];

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe.each(THEMES)('the gallery, %s', (colorScheme) => {
  it.each(WIDTHS)('%i px wide - passes axe and does not scroll sideways', async (width) => {
    await using opened = await gallery({ colorScheme, viewport: { width, height: 900 } });
    await expectAccessible(opened.page);
    expect(await scrollsSideways(opened.page)).toBe(false);
    await screenshot(opened.page, `gallery-${width}-${colorScheme}`, { fullPage: true });
  });

  it('a dialog is open - passes axe', async () => {
    await using opened = await gallery({ colorScheme, viewport: { width: 390, height: 844 } });
    await opened.page.getByRole('button', { name: 'Medium dialog' }).click();
    await expectAccessible(opened.page);
    await screenshot(opened.page, `gallery-dialog-390-${colorScheme}`);
  });

  it('chosen against the system - follows the choice', async () => {
    const other = colorScheme === 'light' ? 'dark' : 'light';
    await using opened = await gallery({ colorScheme: other });
    await opened.page.getByLabel('Theme').selectOption(colorScheme);
    await expectAccessible(opened.page);
    const background = await opened.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await using asSystem = await gallery({ colorScheme });
    expect(background).toBe(
      await asSystem.page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    );
  });

  it('more contrast asked for - lines and quiet text become strong', async () => {
    await using opened = await gallery({ colorScheme, contrast: 'more' });
    const [ink, quiet, line] = await opened.page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ['--f-ink', '--f-ink-3', '--f-line'].map((name) => style.getPropertyValue(name));
    });
    expect(quiet).toBe(ink);
    await using plain = await gallery({ colorScheme });
    expect(line).not.toBe(
      await plain.page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--f-line'),
      ),
    );
  });
});

describe('forced colours', () => {
  it('what is chosen - looks different from what is not', async () => {
    await using opened = await gallery({ forcedColors: 'active' });
    const { page } = opened;
    const look = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { backgroundColor, borderTopColor, borderTopWidth, borderTopStyle } =
            getComputedStyle(element);
          return [backgroundColor, borderTopColor, borderTopWidth, borderTopStyle].join(' ');
        });
    const pairs = [
      ['.f-chip :checked + span', '.f-chip input:enabled:not(:checked) + span'],
      ['.f-scale__step :checked + span', '.f-scale__step :not(:checked) + span'],
      ['.f-switch__knob[aria-checked=true]', '.f-switch__knob[aria-checked=false]'],
      ['.f-tabs__tab[aria-selected=true]', '.f-tabs__tab[aria-selected=false]'],
      ['.f-progress__bar span', '.f-progress__bar'],
    ] as const;
    for (const [chosen, other] of pairs) {
      expect({ [chosen]: await look(chosen) }).not.toEqual({ [chosen]: await look(other) });
    }
    await screenshot(page, 'gallery-forced-colours', { fullPage: true });
  });
});

describe('Dialog', () => {
  it('closed by Escape, its button or an action - gives the focus back to what opened it', async () => {
    await using opened = await gallery();
    const { page } = opened;
    const opener = page.getByRole('button', { name: 'Small dialog' });
    const dialog = page.getByRole('dialog', { name: 'Small dialog' });
    const ways = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => dialog.getByRole('button', { name: 'Propose' }).click(),
    ];
    for (const close of ways) {
      await opener.focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  });

  it('open - holds the page behind it still', async () => {
    await using opened = await gallery();
    const { page } = opened;
    await page.getByRole('button', { name: 'Small dialog' }).click();
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.move(20, 20);
    await page.mouse.wheel(0, -600);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
  });
});

describe('RangeSlider', () => {
  it('both thumbs at the top - the lower one can still be dragged away', async () => {
    await using opened = await gallery();
    const { page } = opened;
    const [low, high] = [page.getByLabel('Ages: lowest'), page.getByLabel('Ages: highest')];
    await high.focus();
    await page.keyboard.press('End');
    await low.focus();
    await page.keyboard.press('End');
    const box = (await low.boundingBox())!;
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width - 10, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, y, { steps: 5 });
    await page.mouse.up();
    expect(Number(await low.inputValue())).toBeLessThan(30);
    expect(await high.inputValue()).toBe('30');
  });
});

describe('Switch', () => {
  it('its words are pressed - turns, as its knob does', async () => {
    await using opened = await gallery();
    const knob = opened.page.getByRole('switch', { name: 'Mail me' });
    await opened.page.getByText('Mail me').click();
    expect(await knob.getAttribute('aria-checked')).toBe('false');
  });
});

describe('touch targets', () => {
  it('on a phone - main controls are 44 px high, all are at least 24', async () => {
    await using opened = await gallery({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const small = await opened.page
      .locator('button, a[href], select, input:not([type=range]), textarea, label:has(input)')
      .evaluateAll((elements) =>
        elements
          .filter((element) => !element.matches('label input, .f-button--s') && element.checkVisibility())
          .map((element) => ({
            is: `${element.tagName} ${element.className}`,
            height: element.getBoundingClientRect().height,
          }))
          .filter(({ height }) => height < 44),
      );
    expect(small.filter(({ is }) => !is.includes('f-switch__knob'))).toEqual([]);
    expect(small.every(({ height }) => height >= 24)).toBe(true);
  });
});
