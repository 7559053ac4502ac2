import { openPage } from '@flint/testing/browser';
import { isShort } from '@flint/testing/long';
import { until } from '@flint/testing/until';
import type { Page } from 'playwright-core';
import { signIn } from '../stage';
import type { Account } from '../states/states';
import type { Demo } from './demo';

/** Web Vitals call 0.1 good; our limit allows no visible jump. */
const MOST = 0.02;
/** Fonts of a slow connection. */
const FONTS = '**/*.woff2';

const COLLECT = `
  window.layoutShifts = [];
  window.layoutShiftObserver = new PerformanceObserver((list) => window.layoutShifts.push(...list.getEntries()));
  window.layoutShiftObserver.observe({ type: 'layout-shift', buffered: true });
  window.largestTexts = [];
  new PerformanceObserver((list) => {
    for (const { element } of list.getEntries()) window.largestTexts.push(element?.className);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
`;

/** Layout Instability API, which TypeScript does not know. */
interface LayoutShift {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

interface Collected {
  readonly layoutShifts: readonly LayoutShift[];
  readonly layoutShiftObserver: { takeRecords(): readonly LayoutShift[] };
}

/** Waits for a few frames, in which the page paints what has arrived. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Holds matching requests of a page back until the returned function is called. */
async function hold(page: Page, matching: string | ((url: URL) => boolean)): Promise<() => void> {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route(matching, async (route) => {
    await opened;
    await route.continue().catch(() => undefined); // the page is closed
  });
  return open;
}

/** The requests of a page that are not answered yet; the event stream never is. */
function watchRequests(page: Page): ReadonlySet<string> {
  const waiting = new Set<string>();
  page.on('request', (request) => !request.url().endsWith('/events') && waiting.add(request.url()));
  page.on('requestfinished', (request) => waiting.delete(request.url()));
  page.on('requestfailed', (request) => waiting.delete(request.url()));
  return waiting;
}

/** Sum of all layout shifts that no input caused, with the elements that moved; not only the worst second. */
async function shiftsOf(page: Page) {
  await painted(page);
  return page.evaluate(() => {
    const { layoutShifts, layoutShiftObserver } = window as unknown as Collected;
    const all = [...layoutShifts, ...layoutShiftObserver.takeRecords()];
    return {
      total: all.reduce((sum, { value }) => sum + value, 0),
      moved: all.flatMap(({ sources }) =>
        sources.map(({ node }) => (node instanceof Element ? node.className : (node?.nodeName ?? 'gone'))),
      ),
    };
  });
}

/** With the last element that each shows; `npm test` takes every third one, CI takes all. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly who: Account | null;
  readonly last: string;
  readonly zone?: string;
  readonly width?: number;
  /** Its largest text, which is painted once, with the page, though the fonts arrive late. */
  readonly largest?: string;
}
const HOUR = '[role=gridcell][aria-selected=true]';
const SIGN_IN: Screen = {
  name: 'sign-in, whose largest text is painted once',
  path: '/',
  who: null,
  last: 'form',
  largest: 'welcome__tagline',
};
const SCREENS: readonly Screen[] = [
  SIGN_IN,
  { name: 'questions', path: '/', who: 'new', last: 'form' },
  { name: 'matches', path: '/matches', who: 'invited', last: 'article, h2' },
  { name: 'availability', path: '/availability', who: 'invited', last: HOUR },
  {
    name: 'availability, painted in another zone',
    path: '/availability',
    who: 'invited',
    last: HOUR,
    zone: 'UTC',
  },
  { name: 'photos, none yet', path: '/photos', who: 'new', last: 'text=Photo tips' },
  { name: 'photos, some', path: '/photos', who: 'invited', last: '[data-photo] img' },
  { name: 'profile', path: '/profile', who: 'invited', last: 'h2' },
  { name: 'offers, some', path: '/offers', who: 'invited', last: '[role=tabpanel] article' },
  { name: 'offers, none yet', path: '/offers', who: 'new', last: '[role=tabpanel]' },
];
const WIDER: Screen = {
  ...SIGN_IN,
  name: 'sign-in on a wider phone, whose largest text is painted once',
  width: 412,
};
const SHOWN = [...SCREENS.filter((_, n) => !isShort || n % 3 === 0), WIDER];

/** The tests of how screens load, on the demo campus of their file. */
export function testLoading({ browser, flint, sessions }: Demo): void {
  describe('while a screen loads on a phone (cumulative layout shift)', () => {
    it.each(SHOWN.map((screen) => [screen.name, screen] as const))(
      '%s - with its own call answered last - moves nothing',
      async (_name, { path, who, last, largest, zone = 'America/Toronto', width = 390 }) => {
        const { page, close } = await openPage(browser, {
          viewport: { width, height: 844 },
          hasTouch: true,
          isMobile: true,
          timezoneId: zone,
          allow: [/status of 404/],
        });
        const session = who && sessions.get(who);
        if (session) await signIn(page.context(), session);
        await page.addInitScript(COLLECT);
        const ownCall = `/api/v1${path === '/' ? '/profile' : path}`;
        const isOwn = (url: URL) => url.pathname === ownCall;
        const answer = await hold(page, isOwn);
        const sendFonts = await hold(page, FONTS);
        const waiting = watchRequests(page);
        const isOnlyLeft = (url: string) => isOwn(new URL(url)) || url.endsWith('.woff2');
        const asked = session && page.waitForRequest((request) => isOwn(new URL(request.url())));
        await page.goto(flint.url + path, { waitUntil: 'commit' });
        await asked;
        // the call that a screen waits for comes when all else is painted, so that it can move everything
        await page.locator('#main').waitFor();
        await until(async () => {
          await painted(page);
          return [...waiting].every(isOnlyLeft);
        });
        await painted(page);
        answer();
        await page.locator('#main h1').first().waitFor();
        await page.locator('#main').locator(last).first().waitFor({ state: 'attached' });
        await page.waitForFunction(
          () =>
            !document.querySelector('.f-skeleton, .f-spinner, [aria-busy=true]') &&
            [...document.images].every((image) => image.complete || image.loading === 'lazy'),
        );
        // what Flint's fonts move counts, too, after everything else
        sendFonts();
        await page.waitForFunction(() =>
          ['Bricolage Grotesque', 'Instrument Sans'].every((font) => document.fonts.check(`1em '${font}'`)),
        );
        const { total, moved } = await shiftsOf(page);
        expect({ total, moved: total > MOST ? moved : [] }).toEqual({ total: expect.any(Number), moved: [] });
        expect(total).toBeLessThanOrEqual(MOST);
        if (largest) expect(await page.evaluate('largestTexts')).toEqual([largest]);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await close();
      },
    );

    it.each([
      ['/matches', [/\/screen-matches\.\w+\.js$/, /\/large\?/]],
      ['/photos', [/\/large\?/]],
      ['/profile', [/\/screen-profile\.\w+\.js$/]],
    ])(
      '%s - requests Flint’s fonts, its code and the picture it begins with before the app runs, once',
      async (path, own) => {
        const wanted = [/\/bricolage-.*\.woff2$/, /\/instrument-.*\.woff2$/, ...own];
        const { page, close } = await openPage(browser, { viewport: { width: 412, height: 823 } });
        await signIn(page.context(), sessions.get('invited')!);
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        let early: readonly string[] = [];
        const all = Promise.all(wanted.map((kind) => page.waitForRequest(kind)));
        await page.route(/\/main\.\w+\.js$/, async (route) => {
          await all;
          early = asked.filter((url) => wanted.some((kind) => kind.test(url)));
          await route.continue();
        });
        await page.goto(flint.url + path);
        await page.locator('#main [data-page-heading]').waitFor();
        expect(early).toEqual(wanted.map(() => expect.any(String)));
        const picture = early.find((url) => url.includes('/large?'));
        const pictures = page.locator('#main img.f-photo');
        if (picture)
          await expect(pictures.first().getAttribute('src')).resolves.toBe(picture.replace(flint.url, ''));
        if (picture) expect(asked.filter((url) => url === picture)).toHaveLength(1);
        expect(asked.filter((url) => url.endsWith('.woff2'))).toHaveLength(2);
        await page.waitForFunction(() => document.fonts.check("1em 'Instrument Sans'"));
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await close();
      },
    );

    it('home of a student who is led on to the offers - loads no other remote before them', async () => {
      const { page, close } = await openPage(browser, {
        viewport: { width: 412, height: 823 },
        reducedMotion: 'no-preference',
      });
      await signIn(page.context(), sessions.get('invited')!);
      await page.addInitScript(() => localStorage.setItem('onboarding_completed', 'true'));
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(flint.url);
      await page.locator('#main img.f-photo').first().waitFor();
      const before = asked.slice(
        0,
        asked.findIndex((url) => url.includes('/large?')),
      );
      expect(before.filter((url) => url.endsWith('/mf-manifest.json'))).toHaveLength(1);
      await close();
    });

    it.each(['invited', 'halfway'] as const)(
      'matches of %s, with and without a question of the day - show the first plan and its button without scrolling',
      async (account) => {
        const { page, close } = await openPage(browser, { viewport: { width: 390, height: 844 } });
        await signIn(page.context(), sessions.get(account)!);
        await page.goto(`${flint.url}/matches`);
        const button = page.locator('article .f-ticket button').first();
        await button.waitFor();
        if (account === 'halfway') await page.getByText('Today’s question', { exact: true }).waitFor();
        const { y, height } = (await button.boundingBox())!;
        const tabs = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!;
        expect(y + height).toBeLessThan(tabs.y);
        await close();
      },
    );
  });
}
