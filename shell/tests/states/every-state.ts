import { expectAccessible, screenshot } from '@flint/testing/browser';
import { isShort } from '@flint/testing/long';
import type { Page } from 'playwright-core';
import type { Demo } from '../looks/demo';
import { openState, showAgain } from './open-state';
import { expectFrench, expectTranslated } from './read-page';
import { STATES } from './states';

/** `npx flint check accessibility` and `npm run screenshots`: every state in every look. */
export const ALL = process.env['FLINT_ACCESSIBILITY'] === 'all';
/** `npx flint check languages`: every state. Else: the screens. */
const EVERY_STATE = ALL || process.env['FLINT_LANGUAGES'] === 'all';
/** `npm run screenshots` only takes the pictures. */
const PICTURES_ONLY = process.env['FLINT_PICTURES'] === 'only';
/** `FLINT_LANGUAGE=fr npm run screenshots` takes them in French. Without pictures French stands for both: its words are longer. */
const LANGUAGE = ALL && process.env['FLINT_LANGUAGE'] !== 'fr' ? 'en' : 'fr';
const SCREENS =
  /^(sign-in-wrong-(address|code)|question-first|availability|photos|profile|offers|matches|frame-(palette|shortcuts|not-found|remote-failure))$/;
type Look = readonly [width: number, theme: 'light' | 'dark'];
const LOOKS = [320, 390, 768, 1440].flatMap((width): Look[] => [
  [width, 'light'],
  [width, 'dark'],
]);
/** Narrow and wide, once light and once dark, on one page; `npm test` takes one of these looks of each screen in turn. */
const PAIRS: readonly (readonly Look[])[] = [
  [
    [320, 'light'],
    [1440, 'dark'],
  ],
  [
    [320, 'dark'],
    [1440, 'light'],
  ],
];
const looksOf = (n: number): readonly Look[] => {
  const pair = PAIRS[n % 2]!;
  return isShort ? [pair[Math.floor(n / 2) % 2]!] : pair;
};
/** From this width on there is a keyboard. */
const WIDE = 768;
const HEIGHT: Readonly<Record<number, number>> = { 320: 700, 390: 844, 768: 1024, 1440: 900 };
/** A list of twenty people is twelve windows high on a phone. */
const PICTURED_WINDOWS = 3;
const SHOWN = STATES.filter(({ name }) => EVERY_STATE || SCREENS.test(name)).flatMap((state, n) =>
  (ALL ? LOOKS.map((look) => [look]) : [looksOf(n)])
    // a picture of a phone shows what a phone shows
    .filter((looks) => !(PICTURES_ONLY && state.needsKeys) || looks[0]![0] >= WIDE)
    .map((looks) => [state.name, looks, state] as const),
);

/** Those whose texts no other screen has; `npm test` leaves out those with texts of their own files only, which scripts/texts reads. */
const TEXTS = isShort
  ? /^(sign-in-wrong-address|question-first|offers|matches|frame-palette)$/
  : /^(sign-in-wrong-address|question-first|availability|photos|profile|offers|matches|frame-palette)$/;

/** A window as tall as the page, or so many times its own height: what a sticky bar covers depends on the scroll position. */
async function showAll(page: Page, width: number, times = Infinity): Promise<void> {
  const own = HEIGHT[width]!;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(Math.max(height, own), own * times) });
}

/** Takes a picture of a page's beginning that a person can read, with the photos of what it shows. */
async function takePicture(page: Page, name: string, width: number): Promise<void> {
  await showAll(page, width, PICTURED_WINDOWS);
  // nothing looks hovered because it lies where the state was opened
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    const shown = [...document.images].filter((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return document.elementsFromPoint(x + width / 2, y + height / 2).includes(each);
    });
    await Promise.all(shown.map((each) => each.decode().catch(() => undefined)));
  });
  await screenshot(page, name);
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How far the title stands from the line on which the bar above a wide window names the screen; 0 without them. */
const titleOffset = (page: Page) =>
  page.evaluate(() => {
    const leftOf = (selector: string) => {
      const element = [...document.querySelectorAll<HTMLElement>(selector)].find((each) =>
        each.checkVisibility(),
      );
      return (
        element && element.getBoundingClientRect().left + parseFloat(getComputedStyle(element).paddingLeft)
      );
    };
    const [bar, title] = [leftOf('.title-area__screen'), leftOf('.f-page__head h1')];

    return bar === undefined || title === undefined ? 0 : title - bar;
  });

/** The tests of every state, on the demo campus of their file. */
export function testStates({ browser, flint, sessions }: Demo): void {
  describe('every state', () => {
    it.each(SHOWN)(
      '%s - at %j - passes axe, fits the width, has no English in French, and every text came through the catalogue',
      async (name, looks, state) => {
        const viewportOf = ([width]: Look) => ({ width, height: HEIGHT[width]! });
        const isPhone = ALL && looks[0]![0] < WIDE;
        const options = {
          viewport: viewportOf(looks[0]!),
          colorScheme: looks[0]![1],
          hasTouch: isPhone,
          isMobile: isPhone,
        };
        const { page, close } = await openState(state, {
          browser,
          flint,
          sessions,
          options,
          language: LANGUAGE,
        });
        if (PICTURES_ONLY) await page.evaluate(() => document.fonts.ready);
        for (const look of looks) {
          const [width, colorScheme] = look;
          await page.setViewportSize(viewportOf(look));
          await page.emulateMedia({ colorScheme });
          if (ALL) await takePicture(page, `${name}-${width}-${colorScheme}`, width);
          // a dialog reserves the width of the scroll bar
          expect(await overflowOf(page)).toBeLessThanOrEqual(0);
          expect(await titleOffset(page)).toBe(0);
          if (PICTURES_ONLY) continue;
          await showAll(page, width);
          await expectAccessible(page);
        }
        if (LANGUAGE === 'fr' && !PICTURES_ONLY && !state.isStatic) await expectFrench(page);
        if (!ALL && !state.isStatic && (EVERY_STATE || TEXTS.test(name))) {
          await showAgain(state, page, 'en-XA');
          await expectTranslated(page);
        }
        await close();
      },
    );
  });
}
