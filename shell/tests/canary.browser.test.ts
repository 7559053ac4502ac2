import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import type { ReleasePlace } from '@flint/scripts/release/place';
import type { RemoteAddresses } from '@flint/scripts/serve/remotes-json';
import { launchBrowser, openPage } from '@flint/testing/browser';
import { startFlint, type StoredSession, type TestFlint } from '@flint/testing/flint';
import { openTestPlace, releaseOffers } from './release-builds';
import { ensureBuilt, signIn } from './stage';

jest.setTimeout(240_000);

const SHARE = 25;
/** Browsers that look at the offers at the same time. */
const AT_ONCE = 6;
const MOST_PAGES = 60;
/** What the shell and the browser print about a remote that throws. */
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
}, 180_000);
afterAll(async () => {
  await browser.close();
  await flint[Symbol.asyncDispose]();
  rmSync(place.dir ?? '', { recursive: true });
});

const isOffered = async () => {
  const all = (await (await fetch(`${flint.url}/remotes.json`)).json()) as RemoteAddresses;
  return all['offers']?.canary !== undefined;
};

/** Somebody opens the offers in a browser of their own and stays for a while; answers whether a panel was shown. */
async function look(stays: number): Promise<boolean> {
  const { page, close } = await openPage(browser, { allow: PROVOKED });
  await signIn(page.context(), session);
  await page.goto(`${flint.url}/offers`);
  await page.waitForFunction(() => 'flint_offers' in window || document.querySelector('.remote-failure'));
  await page.waitForTimeout(stays);
  const failed = await page.locator('.remote-failure').isVisible();
  await close();
  return failed;
}

describe('a canary that breaks', () => {
  it(`for ${SHARE} % of the browsers - while students look - is stopped within two minutes, and only its share saw a panel`, async () => {
    await releaseOffers(place, 0);
    await releaseOffers(place, 1, { canary: SHARE, code: 'throw new Error("broken");' });
    expect(await isOffered()).toBe(true);
    const began = Date.now();
    const panels: boolean[] = [];
    while ((await isOffered()) && panels.length < MOST_PAGES) {
      // as long as a page waits before it tells that a screen works
      panels.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => look(3_500)))));
    }
    const summary = `${panels.filter(Boolean).length} of ${panels.length} browsers saw a panel`;
    expect([await isOffered(), summary]).toEqual([false, expect.any(String)]);
    expect(Date.now() - began).toBeLessThan(120_000);
    const seen = panels.filter(Boolean).length;
    process.stdout.write(
      `  ${seen} of ${panels.length} browsers saw a panel before the canary was stopped\n`,
    );
    expect(seen).toBeGreaterThan(0);
    // a share of 25 % in a small number of browsers: chance gives a few more once in thousands of times
    expect(seen).toBeLessThanOrEqual(panels.length * 0.25 + 3 * Math.sqrt(panels.length * 0.19));
    const after = await Promise.all(Array.from({ length: AT_ONCE }, () => look(2_000)));
    expect(after).toEqual(Array(AT_ONCE).fill(false));
  });
});
