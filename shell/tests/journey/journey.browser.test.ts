import { launchBrowser, openPage } from '@flint/testing/browser';
import { startFlint, type TestFlint } from '@flint/testing/flint';
import type { Browser } from 'playwright-core';
import { addPhoto, answerQuestions, setEvenings, signIn } from './steps';

/** The browser itself reports a 404 that means "nothing there yet" (spec 7). */
const NOTHING_YET = /status of 404/;

describe('the whole journey, composed', () => {
  let flint: TestFlint;
  let browser: Browser;
  beforeAll(async () => {
    flint = await startFlint();
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await flint[Symbol.asyncDispose]();
  });

  let attempts = 0;
  it('two students - from the emailed code to an accepted date - through five remotes, one API and one database', async () => {
    const ann = await openPage(browser, { allow: [NOTHING_YET], timezoneId: 'America/Toronto' });
    const ben = await openPage(browser, { allow: [NOTHING_YET], timezoneId: 'America/Toronto' });

    // a second try asks for codes of its own
    attempts += 1;
    for (const [{ page }, name, gender, seeking] of [
      [ann, 'Ann', 'Woman', 'Men'],
      [ben, 'Ben', 'Man', 'Women'],
    ] as const) {
      const email = `${name.toLowerCase()}${attempts}@campus.edu`;
      await signIn(page, flint, email);
      await answerQuestions(page, { name, gender, seeking });
      await setEvenings(page);
      await addPhoto(page);
      await page.getByText('100%').waitFor();
      expect(await page.getByText(email).count()).toBeGreaterThan(0);
    }

    await ann.page.goto(`${flint.url}/matches`);
    await ann.page.getByRole('heading', { name: /Ben/ }).waitFor();
    await ann.page.getByRole('button', { name: 'Invite', exact: true }).click();
    const invite = ann.page.getByRole('dialog', { name: 'Invite Ben' });
    await invite.getByLabel('Location').fill('Common Ground café');
    await invite.getByRole('button', { name: /send/i }).click();
    await invite.waitFor({ state: 'detached' });

    await ben.page.goto(`${flint.url}/offers`);
    await ben.page.getByRole('heading', { name: /Ann/ }).waitFor();
    await ben.page.getByText('Common Ground café').waitFor();
    await ben.page.getByRole('button', { name: 'Accept' }).click();
    await ben.page.getByText('Offer accepted successfully!').waitFor();

    await ann.page.goto(`${flint.url}/offers`);
    await ann.page.getByRole('tab', { name: /Sent/ }).click();
    await ann.page.getByText('Accepted', { exact: true }).first().waitFor();
    await ann.close();
    await ben.close();
  }, 240_000);
});
