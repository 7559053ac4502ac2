import type { Page } from 'playwright-core';
import { rollback } from '@flint/remote-build/release/commands';
import { openTestPlace, releaseOffers } from './release-builds';
import { goTo, heading, version } from './screens';
import { openSignedIn, openStage, prepareBrowser } from './stage';

prepareBrowser();

/** Waits until exactly these releases have run their part of the matches screen, in this order. */
const untilRan = (page: Page, releases: string) =>
  page.waitForFunction((wanted) => (globalThis as { ran?: string }).ran === wanted, releases);

/** Waits until there was no request for a second, prefetches included. */
async function quiet(requests: readonly string[]): Promise<void> {
  for (let seen = -1; seen !== requests.length;) {
    seen = requests.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

describe('files that did not change', () => {
  it('two releases, and a roll-back - in one browser - download what changed, and nothing twice', async () => {
    const place = openTestPlace();
    const stage = await openStage({ releases: place });
    const first = await releaseOffers(place, 0);
    const { page, close } = await openSignedIn();
    /** Opens both screens of the remote in a new page; returns the requests to its server. */
    const visit = async (release: string) => {
      const before = stage.requests.length;
      for (const path of ['/offers', '/matches']) {
        await page.goto(stage.url + path);
        await heading(page).waitFor();
        expect(await version(page)).toBe(`offers ${release}`);
      }
      await quiet(stage.requests);
      const asked = stage.requests.slice(before).filter((line) => line.startsWith('offers '));
      return asked.map((line) => line.split('/').at(-1)!.split('.')[0]!).toSorted();
    };
    const all = await visit(first);
    expect(all).toContain('src_matches_MatchesScreen_tsx');
    // with their stylesheets, each once
    expect(all.length).toBeGreaterThan(4);

    const second = await releaseOffers(place, 1);
    expect(await visit(second)).toEqual(['mf-manifest', 'remoteEntry']);

    await rollback({ store: place.store }, 'offers');
    expect(await visit(first)).toEqual([]);
    await close();
    await stage.close();
  });

  it('two releases in one page - with chunks of the same name - each run their own chunks', async () => {
    const place = openTestPlace();
    const stage = await openStage({ releases: place });
    const note = (n: number) => ({ lazy: `globalThis.ran=(globalThis.ran??"")+"${n}";` });
    const first = await releaseOffers(place, 0, note(0));
    const { page, close } = await openSignedIn();
    await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    const goUntil = async (release: string) => {
      // a page checks for releases every two seconds at most
      for (const end = Date.now() + 30_000; (await version(page)) !== `offers ${release}`;) {
        if (Date.now() > end) throw new Error(`${await version(page)} is shown, not ${release}`);
        await goTo(page, 'Photos');
        await goTo(page, 'Offers');
      }
    };
    await goTo(page, 'Matches');
    await untilRan(page, '0');
    const second = await releaseOffers(place, 1, note(1));
    await goUntil(second);
    await goTo(page, 'Matches');
    await untilRan(page, '01');
    await rollback({ store: place.store }, 'offers');
    await goUntil(first);
    await goTo(page, 'Matches');
    // the release that ran before runs again without a load
    await untilRan(page, '01');
    expect(await page.locator('.remote-failure').count()).toBe(0);
    await close();
    await stage.close();
  });
});
