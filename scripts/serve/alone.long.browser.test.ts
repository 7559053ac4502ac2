/// <reference lib="dom" />
import { launchBrowser, openPage } from '@flint/testing/browser';
import { startProgram } from '@flint/testing/program';

/** Outside the ports of a developer's dev server, of free-port.ts, and of the system. */
const OFFSET = 9_000 + Math.floor(Math.random() * 2_900);

describe('npm run alone', () => {
  it('one remote - with nothing else running - shows its screen in every state, in French and in the dark', async () => {
    const server = startProgram(['scripts/flint.mjs', 'run', 'alone', 'mfe-availability'], {
      FLINT_DEV_PORT_OFFSET: String(OFFSET),
    });
    await server.said(/^alone_availability: \d+ ms/m);
    const url = await server.said(/^http:\S+(?=\n)/m);
    const browser = await launchBrowser();
    const { page, close } = await openPage(browser, { allow: [/status of 404/] });
    await page.goto(url);
    await page.locator('main [data-page-heading]').waitFor();
    // a development build: a production build has a hash in the name, and no hot reload
    await page.locator('script[src$="/main.js"]').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'availability' }).waitFor();
    const shows: Readonly<Record<string, RegExp>> = {
      full: /Save Availability \(20 hours\)/,
      empty: /Save Availability \(0 hours\)/,
      failing: /try again/i,
      offline: /Save Availability \(0 hours\)/,
      slow: /Save Availability \(20 hours\)/,
    };
    for (const [state, text] of Object.entries(shows)) {
      await page.getByRole('navigation', { name: 'States' }).getByRole('link', { name: state }).click();
      await page.locator('main').getByText(text).first().waitFor();
    }
    const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole('link', { name: 'dark' }).click();
    await page.waitForFunction((was) => getComputedStyle(document.body).backgroundColor !== was, light);
    await page.getByRole('button', { name: 'fr' }).click();
    await page.getByText('Enregistrer', { exact: false }).first().waitFor();
    await close();
    await browser.close();
    await server.end('SIGTERM');
  });
});
