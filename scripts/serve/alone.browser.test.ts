import { spawn } from 'node:child_process';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { launchBrowser, openPage } from '@flint/testing/browser';

jest.setTimeout(120_000);

/** Outside the ports of a developer's dev server, of free-port.ts, and of the system. */
const OFFSET = 9_000 + Math.floor(Math.random() * 2_900);

describe('npm run alone', () => {
  it('one remote - with nothing else running - shows its screen in every state, in French and in the dark', async () => {
    const server = spawn(
      process.execPath,
      ['--import', 'tsx', 'scripts/serve/alone.ts', 'mfe-availability'],
      {
        cwd: REPOSITORY,
        env: { ...process.env, FLINT_DEV_PORT_OFFSET: String(OFFSET) },
      },
    );
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        output += chunk.toString();
        const address = /^http:\S+$/m.exec(output)?.[0];
        if (address && /^alone_availability: \d+ ms/m.test(output)) resolve(address);
      };
      server.stdout.on('data', listen);
      server.stderr.on('data', listen);
      server.once('exit', () => reject(new Error(output)));
    });
    const browser = await launchBrowser();
    const { page, close } = await openPage(browser, { allow: [/status of 404/] });
    await page.goto(url);
    await page.locator('main [data-page-heading]').waitFor();
    await page.getByRole('link', { name: 'availability' }).waitFor();
    const shows: Readonly<Record<string, RegExp>> = {
      full: /Save Availability \(20 hours\)/,
      empty: /Save Availability \(0 hours\)/,
      failing: /try again/i,
      offline: /try again|offline/i,
      slow: /Save Availability \(20 hours\)/,
    };
    for (const [state, text] of Object.entries(shows)) {
      await page.getByRole('navigation', { name: 'States' }).getByRole('link', { name: state }).click();
      await page.locator('main').getByText(text).first().waitFor();
    }
    const BACKGROUND = 'getComputedStyle(document.body).backgroundColor';
    const light = await page.evaluate<string>(BACKGROUND);
    await page.getByRole('link', { name: 'dark' }).click();
    await page.waitForFunction(`${BACKGROUND} !== ${JSON.stringify(light)}`);
    await page.getByRole('button', { name: 'fr' }).click();
    await page.getByText('Enregistrer', { exact: false }).first().waitFor();
    await close();
    await browser.close();
    server.kill();
  });
});
