import type { ReleasePlace } from '@flint/scripts/release/place';
import { openPage } from '@flint/testing/browser';
import { openTestPlace, releaseOffers } from './release-builds';
import { heading } from './screens';
import { browser, MISSING, signIn, useStage } from './stage';

let place: ReleasePlace;
const stage = useStage(() => ({ ownOrigin: true, releases: (place = openTestPlace()) }));

describe('remotes at the page’s own origin', () => {
  it('every screen, and a release during the visit - in a browser - work, and no other origin is requested or allowed', async () => {
    const { page, close } = await openPage(browser, { allow: MISSING });
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await signIn(page.context());
    for (const path of ['/offers', '/matches', '/availability', '/photos', '/profile', '/']) {
      const response = await page.goto(stage.url + path);
      await heading(page).waitFor();
      expect(response?.headers()['content-security-policy']).not.toMatch(/(script|connect)-src[^;]*http/);
    }
    const release = await releaseOffers(place, 1);
    await page.goto(`${stage.url}/offers`);
    await page.waitForFunction(
      (wanted) => performance.getEntriesByType('resource').some(({ name }) => name.includes(wanted)),
      `/${release}/`,
    );
    expect([...origins]).toEqual([stage.url]);
    await close();
  });
});
