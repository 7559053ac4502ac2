import type { Browser } from 'playwright-core';
import { expectAccessible, findChromium, launchBrowser, openPage, packagedChromium } from './browser';

let browser: Browser;
// every other browser test starts the one that is found first
beforeAll(async () => void (browser = await launchBrowser(await packagedChromium())));
afterAll(() => browser.close());

it('browser - with a wrong CHROME_PATH - fails with that path', async () => {
  await expect(findChromium({ CHROME_PATH: '/no/chrome' })).rejects.toThrow('CHROME_PATH names /no/chrome');
});

it('page - of the browser packaged in npm, with an error, a warning and a foreign request - fails when it is closed, and names each', async () => {
  const { page, close } = await openPage(browser, { allow: [/ERR_|allowed/] });
  await page.route('**/*', (route) => route.abort());
  const uncaught = page.context().waitForEvent('weberror');
  await page.evaluate(`
    console.error('broken');
    console.warn('odd');
    console.error('allowed');
    fetch('https://cdn.example/x.js').catch(() => undefined);
    setTimeout(() => { throw new Error('uncaught'); });
  `);
  await uncaught;
  const failure = await close().then(
    () => '',
    (error: Error) => error.message,
  );
  expect(failure).toContain('console.error: broken');
  expect(failure).toContain('console.warning: odd');
  expect(failure).toContain('page error: uncaught');
  expect(failure).toContain('foreign origin: https://cdn.example');
  expect(failure).not.toContain('allowed');
});

it('axe - on a picture without and with a text - names the rule, or passes', async () => {
  const { page, close } = await openPage(browser);
  const inside = (body: string) => `<html lang="en"><title>T</title><main><h1>H</h1>${body}</main></html>`;
  await page.setContent(inside('<img src="data:," />'));
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  await page.setContent(inside('<img src="data:," alt="Ada" />'));
  await expectAccessible(page);
  await close();
});
