import type { Browser } from 'playwright-core';
import type { ReleasePlace } from '@flint/scripts/release/place';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';
import { launchBrowser, openPage } from '@flint/testing/browser';
import { startFlint, type StoredSession, type TestFlint } from '@flint/testing/flint';
import { until } from '@flint/testing/until';
import { openTestPlace, releaseOffers } from './release-builds';
import { ensureBuilt, signIn } from './stage';

const SHARE = 10;
/** Pages in which the live release works, by their reports alone. */
const HEALTHY = 40;
/** What the shell and the browser log about a remote that throws. */
const PROVOKED = [/\[flint\] remote_/, /page error: broken/, /status of 404/, /Failed to load/];

let browser: Browser;
let place: ReleasePlace;
let flint: TestFlint;
let session: StoredSession;
beforeAll(async () => {
  await ensureBuilt();
  browser = await launchBrowser();
  place = openTestPlace();
  flint = await startFlint({ releases: place, env: { IP_LIMIT_FACTOR: '1000' } });
  session = await flint.sessionOf('ann@campus.edu');
});
afterAll(async () => {
  await browser.close();
  await flint[Symbol.asyncDispose]();
});

const isOffered = async () => {
  const all = (await (await fetch(`${flint.url}/remotes.json`)).json()) as RemoteAddresses;
  return all['offers']?.canary !== undefined;
};

/** The number from 0 to 99 that a page derives from the stored seed of its browser (shell/src/remotes/choose.ts). */
const bucketOf = (seed: string) =>
  [...`${seed}offers`].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0, 0) % 100;
const SEEDS = Array.from({ length: 200 }, (_, n) => `browser-${n}`);
const INSIDE = SEEDS.filter((seed) => bucketOf(seed) < SHARE);
const OUTSIDE = SEEDS.find((seed) => bucketOf(seed) >= SHARE)!;

/** Opens the offers in a new browser until it has reported; returns whether a panel was shown. */
async function look(seed: string): Promise<boolean> {
  const { page, close } = await openPage(browser, { allow: PROVOKED, hasClock: true });
  await signIn(page.context(), session);
  await page.addInitScript((own) => localStorage.setItem('flint-browser', own), seed);
  const reported = page.waitForResponse('**/browser-reports');
  await page.goto(`${flint.url}/offers`);
  const panel = page.locator('.remote-failure');
  await panel
    .or(page.getByRole('heading', { name: 'Your Offers' }))
    .first()
    .waitFor();
  const failed = await panel.isVisible();
  await page.clock.fastForward(3_500);
  await reported;
  await close();
  return failed;
}

describe('a canary that breaks', () => {
  it(`for ${SHARE} % of the browsers - while students visit - is stopped, and only its share saw a panel`, async () => {
    const live = await releaseOffers(place, 0);
    await releaseOffers(place, 1, { canary: SHARE, code: 'throw new Error("broken");' });
    expect(await isOffered()).toBe(true);
    const works = { remote: 'offers', version: live, screen: 'offers', failed: false };
    const reports = Array.from({ length: HEALTHY }, () =>
      flint.call(session, 'POST /browser-reports', { vitals: [], failures: [], loads: [works] }),
    );
    expect(new Set((await Promise.all(reports)).map(({ status }) => status))).toEqual(new Set([204]));
    expect(await look(OUTSIDE)).toBe(false);
    for (const seed of INSIDE.slice(0, 3)) expect(await look(seed)).toBe(true);
    await until(async () => !(await isOffered()));
    for (const seed of INSIDE.slice(3, 5)) expect(await look(seed)).toBe(false);
  });
});
