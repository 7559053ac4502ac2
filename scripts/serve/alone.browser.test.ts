import { spawn } from 'node:child_process';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { launchBrowser, openPage } from '@flint/testing/browser';

jest.setTimeout(120_000);

/** Away from the ports of a dev server somebody works with, of free-port.ts, and of those the system hands out. */
const OFFSET = 9_000 + Math.floor(Math.random() * 2_900);

describe('npm run alone', () => {
  it('one remote - with nothing else running - shows its screens under a fake session', async () => {
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
    await close();
    await browser.close();
    server.kill();
  });
});
