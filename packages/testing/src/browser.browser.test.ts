import { expectAccessible, findChromium, launchBrowser, openPage, packagedChromium } from './browser';

describe('launchBrowser', () => {
  it.each([
    ['as found', findChromium],
    ['as packaged in npm', packagedChromium],
  ])(
    'browser - %s - starts and shows a page',
    async (_name, find) => {
      const browser = await launchBrowser(await find());
      const { page, close } = await openPage(browser);
      await page.setContent('<h1>Hello</h1>');
      expect(await page.textContent('h1')).toBe('Hello');
      await close();
      await browser.close();
    },
    120_000,
  );

  it('browser - with a wrong CHROME_PATH - fails with that path', async () => {
    await expect(findChromium({ CHROME_PATH: '/no/chrome' })).rejects.toThrow('CHROME_PATH names /no/chrome');
  });

  it('page - with an error, a warning and a foreign request - fails when it is closed, and names each', async () => {
    const browser = await launchBrowser();
    const { page, close } = await openPage(browser, { allow: [/ERR_|allowed/] });
    await page.route('**/*', (route) => route.abort());
    const uncaught = page.context().waitForEvent('weberror');
    await page.evaluate(`
      console.error('broken');
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
    expect(failure).toContain('page error: uncaught');
    expect(failure).toContain('foreign origin: https://cdn.example');
    expect(failure).not.toContain('allowed');
    await browser.close();
  });
});

describe('expectAccessible', () => {
  it('axe - on a picture without and with a text - names the rule, or passes', async () => {
    const browser = await launchBrowser();
    const { page, close } = await openPage(browser);
    const inside = (body: string) => `<html lang="en"><title>T</title><main><h1>H</h1>${body}</main></html>`;
    await page.setContent(inside('<img src="data:," />'));
    await expect(expectAccessible(page)).rejects.toThrow('image-alt');
    await page.setContent(inside('<img src="data:," alt="Ada" />'));
    await expectAccessible(page);
    await close();
    await browser.close();
  });
});
