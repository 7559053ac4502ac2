import { seedDemo } from '@flint/services/seed';
import { expectAccessible, useBrowser, screenshot } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import type { Page } from 'playwright-core';
import { openState, signInAll } from './open-state';
import { expectFrench, shownOn } from './read-page';
import { STATES, type Account } from './states';

/** `npx flint check accessibility` and `npm run screenshots`: every state in every look. */
const ALL = process.env['FLINT_ACCESSIBILITY'] === 'all';
/** `npx flint check languages`: every state. `npm test`: the screens. */
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
/** Each screen narrow and wide, once light and once dark, on one page. */
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
const HEIGHT: Readonly<Record<number, number>> = { 320: 700, 390: 844, 768: 1024, 1440: 900 };
const SHOWN = STATES.filter(({ name }) => EVERY_STATE || SCREENS.test(name)).flatMap((state, n) =>
  (ALL ? LOOKS.map((look) => [look]) : [PAIRS[n % 2]!]).map((looks) => [state.name, looks, state] as const),
);

let sessions: Map<Account, StoredSession>;

const browser = useBrowser();
const flint = useFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  await seedDemo(flint.flint.deps, { isPlain: !ALL });
  sessions = await signInAll(flint);
}, 120_000);

/** A window as tall as the page: what a sticky bar covers depends on the scroll position. */
async function showAll(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, HEIGHT[width]!) });
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('every state', () => {
  it.each(SHOWN)(
    '%s - at %j - passes axe, fits the width and has no English in French',
    async (name, looks, state) => {
      const viewportOf = ([width]: Look) => ({ width, height: HEIGHT[width]! });
      const options = { viewport: viewportOf(looks[0]!), colorScheme: looks[0]![1] };
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
        if (ALL) await screenshot(page, `${name}-${width}-${colorScheme}`, { fullPage: true });
        // a dialog reserves the width of the scroll bar
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        if (PICTURES_ONLY) continue;
        await showAll(page, width);
        await expectAccessible(page);
      }
      if (LANGUAGE === 'fr' && !PICTURES_ONLY) await expectFrench(page);
      await close();
    },
  );
});

/** Those whose texts no other screen has. */
const TEXTS = /^(sign-in|question-first|availability|photos|profile|offers|matches|frame-palette)$/;

describe('every text on screen', () => {
  const options = { viewport: { width: 390, height: 844 } };
  const shown = STATES.filter(({ name }) => !ALL && (EVERY_STATE || TEXTS.test(name)));
  // `npx flint check accessibility` has no such test
  if (shown.length === 0) return;

  it.each(shown.map((state) => [state.name, state] as const))(
    '%s - in the pseudo-language - came through the catalogue',
    async (_name, state) => {
      const { page, close } = await openState(state, {
        browser,
        flint,
        sessions,
        options,
        language: 'en-XA',
      });
      const texts = await shownOn(page);
      expect(texts.length).toBeGreaterThan(5);
      const bare = texts.filter(({ translated }) => !translated);
      expect(bare.map(({ text, at }) => `${at}: ${text}`)).toEqual([]);
      await close();
    },
  );
});
