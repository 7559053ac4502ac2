import { openPage } from '@flint/testing/browser';
import { openTestPlace, releaseOffers } from './release-builds';
import { browser, MISSING, openStage, prepareBrowser, signIn } from './stage';
import { heading } from './screens';

prepareBrowser();

describe('remotes at the page’s own origin', () => {
  it('every screen, and a release during the visit - in a browser - work, and no other origin is requested or allowed', async () => {
    const place = openTestPlace();
    const stage = await openStage({ ownOrigin: true, releases: place });
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
    await stage.close();
  });
});
