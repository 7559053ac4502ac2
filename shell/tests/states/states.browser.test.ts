import { seedDemo } from '@flint/services/seed';
import { expectAccessible, launchBrowser, openPage, screenshot } from '@flint/testing/browser';
import { startFlint, type StoredSession, type TestFlint } from '@flint/testing/flint';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../stage';
import { STATES, type Account, type State } from './states';

/** `npm run test:accessibility` and `npm run screenshots`: everything in every look; `npm test`: the screens in four. */
const ALL = process.env['FLINT_ACCESSIBILITY'] === 'all';
/** `npm run screenshots` only takes the pictures. */
const PICTURES_ONLY = process.env['FLINT_PICTURES'] === 'only';
const SCREENS = ['question-first', 'availability', 'photos', 'profile', 'offers', 'matches'];
const WIDTHS = ALL ? ([320, 768, 1440] as const) : ([320, 1440] as const);
const LOOKS = WIDTHS.flatMap((width) => (['light', 'dark'] as const).map((theme) => [width, theme] as const));
const HEIGHT: Readonly<Record<number, number>> = { 320: 700, 768: 1024, 1440: 900 };
const SHOWN = STATES.filter(({ name }) => ALL || SCREENS.includes(name));

let flint: TestFlint;
let browser: Browser;
const sessions = new Map<Account, StoredSession>();

beforeAll(async () => {
  flint = await startFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
  await seedDemo(flint.flint.deps);
  for (const account of ['new', 'halfway', 'invited', 'sender'] as const)
    sessions.set(account, await flint.sessionOf(`${account}@campus.edu`));
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await flint[Symbol.asyncDispose]();
});

/** Opens a page in that state; the page's own complaints fail the look. */
async function open({ path, as, show, before, allow = [] }: State, width: number, theme: 'light' | 'dark') {
  const session = as && sessions.get(as);
  const options = {
    viewport: { width, height: HEIGHT[width]! },
    colorScheme: theme,
    timezoneId: 'America/Toronto',
    // the browser's own note that nothing was saved yet (spec 7)
    allow: [...allow, /status of 404/],
  };
  const opened = await openPage(browser, options);
  const { page } = opened;
  if (session) await signIn(page.context(), session);
  await before?.(page);
  await page.goto(flint.url + path);
  await page.locator('#main h1').first().waitFor();
  await settled(page);
  await show?.(page, flint);
  await settled(page);
  return opened;
}

const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('.f-skeleton, [aria-busy=true]') &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );

/** A window as tall as the page: what a sticky bar covers half of depends on where the page is scrolled to. */
async function showAll(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, HEIGHT[width]!) });
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(LOOKS)('every state, %i px wide, %s', (width, theme) => {
  it.each(SHOWN.map((state) => [state.name, state] as const))(
    '%s - as it is shown - passes axe and fits its width',
    async (name, state) => {
      const { page, close } = await open(state, width, theme);
      await screenshot(page, `${name}-${width}-${theme}`, { fullPage: true });
      expect(await overflowOf(page)).toBe(0);
      if (!PICTURES_ONLY) {
        await showAll(page, width);
        await expectAccessible(page);
      }
      await close();
    },
  );
});
