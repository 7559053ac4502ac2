import type { Page } from 'playwright-core';
import { testPathOf } from '@flint/scripts/serve/test-release';
import { openTestPlace, publishOffers, releaseOffers } from './release-builds';
import { goTo, heading } from './screens';
import { openSignedIn, openStage, prepareBrowser } from './stage';

prepareBrowser();

const version = (page: Page) => page.locator('.status-line__version');

describe('a test release', () => {
  it('from its link to its end - in one browser - is shown with its banner there, and nowhere else', async () => {
    const place = openTestPlace();
    const stage = await openStage({ ownOrigin: true, releases: place });
    const live = await releaseOffers(place, 0);
    const tried = await publishOffers(place, 1);
    const tester = await openSignedIn();
    const { page } = tester;
    await page.goto(stage.url + testPathOf('offers', tried));
    await page.getByRole('button', { name: 'Open the test release' }).click();
    await page.waitForURL(`${stage.url}/**`);
    const opened = await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    expect(opened?.headers()['content-security-policy']).not.toMatch(/(script|connect)-src[^;]*http/);
    const banner = page.getByRole('complementary', { name: 'Test release' });
    expect(await banner.textContent()).toContain(`offers ${tried}`);
    expect(await version(page).textContent()).toBe(`offers ${tried}+test`);
    expect(await version(page).isVisible()).toBe(true);
    const color = await banner.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(color).toBe('rgb(255, 224, 138)');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const cookie = (await page.context().cookies()).find(({ name }) => /test-release/.test(name));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', value: `offers:${tried}` });
    // another screen and back: the open page checks again
    await goTo(page, 'Photos');
    await goTo(page, 'Offers');
    expect(await version(page).textContent()).toBe(`offers ${tried}+test`);

    const student = await openSignedIn();
    await student.page.goto(`${stage.url}/offers`);
    await heading(student.page).waitFor();
    expect(await version(student.page).textContent()).toBe(`offers ${live}`);
    expect(await version(student.page).isVisible()).toBe(false);
    expect(await student.page.locator('.flint-test').count()).toBe(0);
    await student.close();

    await banner.getByRole('button', { name: 'End the test' }).click();
    await page.waitForFunction(() => !document.querySelector('.flint-test'));
    await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    expect(await version(page).textContent()).toBe(`offers ${live}`);
    await tester.close();
    await stage.close();
  });
});
