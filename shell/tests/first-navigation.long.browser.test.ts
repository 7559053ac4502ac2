import type { Page } from 'playwright-core';
import { rollback } from '@flint/remote-build/release/commands';
import type { ReleasePlace } from '@flint/scripts/release/place';
import { PROVOKED } from './changed-files';
import { openTestPlace, releaseOffers } from './release-builds';
import { isShort } from '@flint/testing/long';
import { goTo, heading, version } from './screens';
import { openSignedIn, useStage } from './stage';

let place: ReleasePlace;
const stage = useStage(() => ({ releases: (place = openTestPlace()) }));

/** Opens a page with a clock that tests can advance, and marks it: a mark survives until a reload. */
async function openMarked(path: string) {
  const opened = await openSignedIn({ allow: [...PROVOKED, /broken/], hasClock: true });
  const { page } = opened;
  await page.goto(stage.url + path);
  await heading(page).waitFor();
  await page.evaluate(() => ((globalThis as { mark?: boolean }).mark = true));
  return { ...opened, isSamePage: () => page.evaluate(() => 'mark' in globalThis) };
}

/** Waits until three seconds bring no request: a machine may stall for two. */
async function settle(page: Page): Promise<void> {
  for (let seen = -1; seen !== stage.requests.length;) {
    seen = stage.requests.length;
    await page.waitForTimeout(3_000);
  }
}

/** Advances the clock by a minute between downloads: a chunk under way would be given up. */
async function waitAMinute(page: Page): Promise<void> {
  await settle(page);
  const told = page.waitForResponse((response) => response.url().endsWith('/remotes.json'));
  await page.clock.fastForward(60_000);
  await told;
  await settle(page);
}

/** `npm test` takes the first. */
const BROKEN = (
  [
    ['has a screen that does not start', { lazy: 'throw new Error("broken");' }],
    ['does not start', { code: 'throw new Error("broken");' }],
  ] as const
).slice(0, isShort ? 1 : 2);

const panel = (page: Page) => page.locator('#main .remote-failure');
const click = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

describe('the first navigation to a screen, in a tab that is not reloaded', () => {
  it('a minute after a release, and a minute after its roll-back - shows the live release', async () => {
    const first = await releaseOffers(place, 0);
    const { page, isSamePage, close } = await openMarked('/offers');
    await goTo(page, 'Photos');
    const second = await releaseOffers(place, 1);
    await waitAMinute(page);
    await goTo(page, 'Offers');
    expect(await version(page)).toBe(`offers ${second}`);
    await rollback({ store: place.store }, 'offers');
    await waitAMinute(page);
    await goTo(page, 'Matches');
    expect(await version(page)).toBe(`offers ${first}`);
    expect(await isSamePage()).toBe(true);
    await close();
  });

  it('an unvisited screen - a minute after the release of the tab was rolled back - shows the live release', async () => {
    const first = await releaseOffers(place, 0);
    await releaseOffers(place, 1, { code: 'throw new Error("broken");' });
    const { page, isSamePage, close } = await openMarked('/photos');
    await rollback({ store: place.store }, 'offers');
    await waitAMinute(page);
    await goTo(page, 'Offers');
    expect(await version(page)).toBe(`offers ${first}`);
    expect(await isSamePage()).toBe(true);
    await close();
  });

  it.each(BROKEN)(
    'a minute after the roll-back of a release that %s - works, where its panel stood before',
    async (_name, build) => {
      const first = await releaseOffers(place, 0);
      await releaseOffers(place, 1, build);
      const { page, isSamePage, close } = await openMarked('/photos');
      await click(page, 'Matches');
      await panel(page).waitFor();
      await rollback({ store: place.store }, 'offers');
      await waitAMinute(page);
      await goTo(page, 'Availability');
      await goTo(page, 'Matches');
      expect(await version(page)).toBe(`offers ${first}`);
      expect(await panel(page).count()).toBe(0);
      expect(await isSamePage()).toBe(true);
      await close();
    },
  );
});
