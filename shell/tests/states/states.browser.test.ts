import { seedDemo } from '@flint/services/seed';
import { expectAccessible, useBrowser, screenshot } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import type { Page } from 'playwright-core';
import { openState, signInAll } from './open-state';
import { STATES, type Account } from './states';

/** `npx flint check accessibility` and `npm run screenshots`: every state in every look; `npm test`: each screen narrow and wide, once light and once dark. */
const ALL = process.env['FLINT_ACCESSIBILITY'] === 'all';
/** `npm run screenshots` only takes the pictures. */
const PICTURES_ONLY = process.env['FLINT_PICTURES'] === 'only';
/** `FLINT_LANGUAGE=fr npm run screenshots` takes them in French. */
const LANGUAGE = process.env['FLINT_LANGUAGE'] === 'fr' ? 'fr' : 'en';
const SCREENS =
  /^(sign-in-wrong-(address|code)|question-first|availability|photos|profile|offers|matches|frame-(palette|shortcuts|not-found|remote-failure))$/;
const WIDTHS = ALL ? ([320, 390, 768, 1440] as const) : ([320, 1440] as const);
const LOOKS = WIDTHS.flatMap((width) => (['light', 'dark'] as const).map((theme) => [width, theme] as const));
const HEIGHT: Readonly<Record<number, number>> = { 320: 700, 390: 844, 768: 1024, 1440: 900 };
const SHOWN = STATES.filter(({ name }) => ALL || SCREENS.test(name));

let sessions: Map<Account, StoredSession>;

const browser = useBrowser();
const flint = useFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  await seedDemo(flint.flint.deps);
  sessions = await signInAll(flint);
}, 120_000);

/** A window as tall as the page: what a sticky bar covers depends on the scroll position. */
async function showAll(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, HEIGHT[width]!) });
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(LOOKS.map((look, at) => [...look, at] as const))(
  'every state, %i px wide, %s',
  (width, theme, at) => {
    // of the four looks, the even screens take the outer ones, the others the inner ones
    const isTaken = (n: number) => ALL || n % 2 === Number(at === 1 || at === 2);
    it.each(SHOWN.filter((_, n) => isTaken(n)).map((state) => [state.name, state] as const))(
      '%s - as shown - passes axe and fits the width',
      async (name, state) => {
        const viewport = { width, height: HEIGHT[width]! };
        const options = { viewport, colorScheme: theme };
        const { page, close } = await openState(state, {
          browser,
          flint,
          sessions,
          options,
          language: LANGUAGE,
        });
        // Flint's fonts come after the screen; a page that is offline stays without them
        const fonts = page.locator('html[data-fonts]');
        if (PICTURES_ONLY) await fonts.waitFor({ timeout: 6_000 }).catch(() => undefined);
        await screenshot(page, `${name}-${width}-${theme}`, { fullPage: true });
        // a dialog reserves the width of the scroll bar
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        if (!PICTURES_ONLY) {
          await showAll(page, width);
          await expectAccessible(page);
        }
        await close();
      },
    );
  },
);
