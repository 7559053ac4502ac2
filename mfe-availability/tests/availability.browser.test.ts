import { useBrowser } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import type { Page } from 'playwright-core';

const NOTHING_YET = /status of 404/;

describe('the week, in the composed app', () => {
  let session: StoredSession;
  const browser = useBrowser();
  const flint = useFlint();
  beforeAll(async () => {
    session = await flint.sessionOf('ann@campus.edu');
  });

  const selected = (page: Page) => page.locator('[role=gridcell][aria-selected=true]').count();
  const centre = async (page: Page, name: RegExp) => {
    const box = (await page.getByRole('gridcell', { name }).boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  it('on a phone - a tap toggles, a hold and drag paints without scrolling, a plain drag scrolls without painting', async () => {
    const { page, close } = await flint.openSignedIn(browser, session, '/availability', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      timezoneId: 'America/Toronto',
      allow: [NOTHING_YET],
    });
    await page.getByRole('gridcell', { name: /^Monday 2 AM/ }).scrollIntoViewIfNeeded();
    await page.getByRole('gridcell', { name: /^Monday 12 AM/ }).tap();
    expect(await selected(page)).toBe(1);

    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const [from, to] = [await centre(page, /^Tuesday 12 AM/), await centre(page, /^Thursday 1 AM/)];
    const scrolled = () =>
      page.evaluate(() => [scrollY, document.querySelector('.week')!.scrollTop] as const);
    const before = await scrolled();
    await send('touchStart', [from]);
    await page.locator('table[data-painting]').waitFor();
    for (let i = 1; i <= 6; i++)
      await send('touchMove', [
        { x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6 },
      ]);
    await send('touchEnd', []);
    await page.waitForFunction(
      () => document.querySelectorAll('[role=gridcell][aria-selected=true]').length === 7,
    );
    expect(await scrolled()).toEqual(before);

    // at once: a finger that rests for a moment paints
    await Promise.all([send('touchStart', [to]), send('touchMove', [{ x: to.x, y: to.y - 30 }])]);
    for (let i = 2; i <= 8; i++) await send('touchMove', [{ x: to.x, y: to.y - i * 30 }]);
    await send('touchEnd', []);
    await page.waitForFunction((y) => document.querySelector('.week')!.scrollTop > y, before[1]);
    expect(await selected(page)).toBe(7);
    await close();
  });

  const open = (width: number, height: number) =>
    flint.openSignedIn(browser, session, '/availability', {
      viewport: { width, height },
      timezoneId: 'America/Toronto',
      allow: [NOTHING_YET],
    });

  it('opened on a phone, a tablet and a desk - begins at 8 AM, the page at its top; with 11 AM chosen it begins there, but not on a desk', async () => {
    const { page, close } = await open(390, 844);
    const sizes = [
      [390, 844],
      [768, 1024],
      [1440, 1400],
    ] as const;
    const expectFirst = async (hour: string, onDesk = hour) => {
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await page.reload();
        await page.getByText(/\d time slots selected/).waitFor();
        const firstRow = await page.evaluate(() => {
          const below = document.querySelector('.week thead th')!.getBoundingClientRect().bottom;
          const rows = [...document.querySelectorAll('.week tbody tr')];
          return rows.find((row) => row.getBoundingClientRect().top >= below - 1)?.querySelector('th')
            ?.textContent;
        });
        expect([width, firstRow]).toEqual([width, width === 1440 ? onDesk : hour]);
        expect(await page.evaluate(() => scrollY)).toBe(0);
      }
    };
    await expectFirst('8 AM');
    await page.getByRole('button', { name: '11 AM every day' }).click();
    await expectFirst('11 AM', '8 AM');
    await page.getByRole('button', { name: 'Clear' }).click();
    await close();
  });

  it('on a small phone, and on a desk at 200 % zoom - the buttons share one row, without overlap, beside the tip (spec 2), and six hours of the week are visible', async () => {
    const { page, close } = await open(320, 700);
    for (const [width, height] of [
      [320, 700],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await page.getByRole('gridcell').first().waitFor({ state: 'attached' });
      const seen = await page.evaluate(() => {
        const box = (element: Element) => element.getBoundingClientRect();
        const buttons = [...document.querySelectorAll('.f-foot > .f-button')].map(box);
        const [top, end] = [
          box(document.querySelector('.week thead th')!).bottom,
          Math.min(
            ...['.f-foot', 'nav'].map((each) => box(document.querySelector(each)!).top),
            box(document.querySelector('.week')!).bottom,
          ),
        ];
        const rows = [...document.querySelectorAll('.week tbody tr')].map(box);
        return {
          isOneRow: buttons.every(({ left }, index) => index === 0 || left >= buttons[index - 1]!.right),
          isTipShown: box(document.querySelector('.availability__tip')!).height > 0,
          hours: rows.filter((row) => row.top >= top - 1 && row.bottom <= end + 1).length,
        };
      });
      expect([width, seen.isOneRow, seen.isTipShown]).toEqual([width, true, true]);
      expect(seen.hours).toBeGreaterThanOrEqual(6);
    }
    await close();
  });

  it('on a phone - Evenings scrolls to the hours that it set', async () => {
    const { page, close } = await open(390, 700);
    await page.getByRole('gridcell').first().waitFor({ state: 'attached' });
    const isEveningShown = () => {
      const box = (each: string) => document.querySelector(each)!.getBoundingClientRect();
      const evening = [...document.querySelectorAll('.week tbody tr')].at(18)!.getBoundingClientRect();
      return evening.bottom <= Math.min(box('.f-foot').top, box('.week').bottom);
    };
    expect(await page.evaluate(isEveningShown)).toBe(false);
    await page.getByRole('button', { name: 'Evenings' }).click();
    await page.waitForFunction(isEveningShown);
    await page.getByRole('button', { name: 'Clear' }).click();
    await close();
  });
});
