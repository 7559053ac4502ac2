import { seedDemo } from '@flint/services/seed';
import { launchBrowser, openPage } from '@flint/testing/browser';
import { startFlint, type StoredSession, type TestFlint } from '@flint/testing/flint';
import type { Browser, Page } from 'playwright-core';
import { signIn } from './stage';

/** Web Vitals call 0.1 good; ours leaves no jump to be seen. */
const MOST = 0.02;
/** How long calls take; the one a screen waits for comes last, when everything else is there to be moved. */
const CALL_MS = 150;
const OWN_CALL_MS = 500;

const COLLECT = `
  window.layoutShifts = [];
  window.layoutShiftObserver = new PerformanceObserver((list) => window.layoutShifts.push(...list.getEntries()));
  window.layoutShiftObserver.observe({ type: 'layout-shift', buffered: true });
`;

/** Layout Instability API; TypeScript does not know it yet. */
interface LayoutShift {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

interface Collected {
  readonly layoutShifts: readonly LayoutShift[];
  readonly layoutShiftObserver: { takeRecords(): readonly LayoutShift[] };
}

/** What moved without the student's doing, and how much of the window it was: the sum of all shifts, not only of the worst second. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { layoutShifts, layoutShiftObserver } = window as unknown as Collected;
    const all = [...layoutShifts, ...layoutShiftObserver.takeRecords()];
    return {
      total: all.reduce((sum, { value }) => sum + value, 0),
      moved: all.flatMap(({ sources }) =>
        sources.map(({ node }) => (node instanceof Element ? node.className : (node?.nodeName ?? 'gone'))),
      ),
    };
  });

type Account = 'new' | 'invited';

describe('while a screen loads on a phone (cumulative layout shift)', () => {
  let flint: TestFlint;
  let browser: Browser;
  const sessions = new Map<Account, StoredSession>();
  beforeAll(async () => {
    flint = await startFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
    await seedDemo(flint.flint.deps);
    for (const account of ['new', 'invited'] as const)
      sessions.set(account, await flint.sessionOf(`${account}@campus.edu`));
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await flint[Symbol.asyncDispose]();
  });

  // the last thing each screen shows
  it.each<[screen: string, path: string, who: Account | null, last: string]>([
    ['sign-in', '/', null, 'form'],
    ['questions', '/', 'new', 'form'],
    ['availability', '/availability', 'invited', '[role=gridcell][aria-selected=true]'],
    ['photos, none yet', '/photos', 'new', '.photos__tips'],
    ['photos, some', '/photos', 'invited', '[data-photo] img'],
    ['profile', '/profile', 'invited', 'h2'],
    ['offers, none yet', '/offers', 'new', '[role=tabpanel]'],
    ['offers, some', '/offers', 'invited', '[role=tabpanel] article'],
    ['matches', '/matches', 'invited', 'article, h2'],
  ])('%s - with its own call answered last - moves nothing', async (_screen, path, who, last) => {
    const { page, close } = await openPage(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      timezoneId: 'America/Toronto',
      allow: [/status of 404/],
    });
    const session = who && sessions.get(who);
    if (session) await signIn(page.context(), session);
    await page.addInitScript(COLLECT);
    const ownCall = `/api/v1${path === '/' ? '/profile' : path}`;
    await page.route('**/api/v1/**', async (route) => {
      const isOwn = new URL(route.request().url()).pathname === ownCall;
      await new Promise((resolve) => setTimeout(resolve, isOwn ? OWN_CALL_MS : CALL_MS));
      await route.continue().catch(() => undefined); // the page is gone
    });
    await page.goto(flint.url + path);
    await page.locator('#main h1').first().waitFor();
    await page.locator('#main').locator(last).first().waitFor({ state: 'attached' });
    await page.waitForFunction(
      () =>
        !document.querySelector('.f-skeleton, .f-spinner, [aria-busy=true]') &&
        [...document.images].every((image) => image.complete || image.loading === 'lazy'),
    );
    const { total, moved } = await shiftsOf(page);
    expect({ total, moved: total > MOST ? moved : [] }).toEqual({ total: expect.any(Number), moved: [] });
    expect(total).toBeLessThanOrEqual(MOST);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await close();
  });
});
