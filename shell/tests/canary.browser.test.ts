import type { Browser } from 'playwright-core';
import type { ReleasePlace } from '@flint/scripts/release/place';
import type { RemoteAddresses } from '@flint/scripts/serve/remotes-json';
import { launchBrowser, openPage } from '@flint/testing/browser';
import { startFlint, type StoredSession, type TestFlint } from '@flint/testing/flint';
import { openTestPlace, releaseOffers } from './release-builds';
import { ensureBuilt, signIn } from './stage';

jest.setTimeout(240_000);

const SHARE = 10;
/** Number of browsers that open the offers at the same time; one of them gets the canary. */
const AT_ONCE = 10;
const MOST_PAGES = 100;
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
}, 180_000);
afterAll(async () => {
  await browser.close();
  await flint[Symbol.asyncDispose]();
});

const isOffered = async () => {
  const all = (await (await fetch(`${flint.url}/remotes.json`)).json()) as RemoteAddresses;
  return all['offers']?.canary !== undefined;
};

/** The stored seed of a browser, and the number from 0 to 99 that the page derives from it (shell/src/remotes/choose.ts). */
function* browsers(): Generator<{ readonly seed: string; readonly bucket: number }> {
  for (let n = 0; ; n++) {
    const seed = `browser-${n}`;
    const hash = [...`${seed}offers`].reduce(
      (sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0,
      0,
    );
    yield { seed, bucket: hash % 100 };
  }
}

/** Seeds of all browsers, exactly one of them within the share of the canary: random seeds would sometimes give 3 of 10. */
function nextGroup(all: ReturnType<typeof browsers>): string[] {
  const wanted = { inside: (AT_ONCE * SHARE) / 100, outside: (AT_ONCE * (100 - SHARE)) / 100 };
  const group: string[] = [];
  while (group.length < AT_ONCE) {
    const { seed, bucket } = all.next().value as { seed: string; bucket: number };
    const side = bucket < SHARE ? 'inside' : 'outside';
    if (wanted[side] === 0) continue;
    wanted[side] -= 1;
    group.push(seed);
  }
  return group;
}

/** Opens the offers in a new browser and stays for a while; returns whether a panel was shown. */
async function look(seed: string, stays: number): Promise<boolean> {
  const { page, close } = await openPage(browser, { allow: PROVOKED });
  await signIn(page.context(), session);
  await page.addInitScript((own) => localStorage.setItem('flint-browser', own), seed);
  await page.goto(`${flint.url}/offers`);
  const panel = page.locator('.remote-failure');
  await panel
    .or(page.getByRole('heading', { name: 'Your Offers' }))
    .first()
    .waitFor();
  await page.waitForTimeout(stays);
  const failed = await panel.isVisible();
  await close();
  return failed;
}

describe('a canary that breaks', () => {
  it(`for ${SHARE} % of the browsers - while students visit - is stopped, and at most its share saw a panel`, async () => {
    await releaseOffers(place, 0);
    await releaseOffers(place, 1, { canary: SHARE, code: 'throw new Error("broken");' });
    expect(await isOffered()).toBe(true);
    const all = browsers();
    const lookTogether = (stays: number) => Promise.all(nextGroup(all).map((seed) => look(seed, stays)));
    const panels: boolean[] = [];
    while ((await isOffered()) && panels.length < MOST_PAGES) {
      // the delay of the report that a screen works
      panels.push(...(await lookTogether(3_500)));
    }
    expect(await isOffered()).toBe(false);
    const seen = panels.filter(Boolean).length;
    process.stdout.write(
      `  canary of ${SHARE} %: stopped; ${seen} of ${panels.length} browsers saw a panel\n`,
    );
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThanOrEqual((panels.length * SHARE) / 100);
    expect(await lookTogether(2_000)).toEqual(Array(AT_ONCE).fill(false));
  });
});
