import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { launchBrowser, openPage } from '@flint/testing/browser';
import { startGateway } from './gateway';
import type { Listening } from './listen';

jest.setTimeout(90_000);

/** Away from the ports of a dev server somebody works with. */
const OFFSET = 5_900 + Math.floor(Math.random() * 2_900);
const CONFIG = {
  appName: 'Flint',
  universityName: 'Campus',
  universityEmailHost: 'campus.edu',
  universityTimezone: 'America/Toronto',
  supabaseUrl: null,
  supabaseKey: 'sb_publishable_local',
};

let running: Listening;
let dev: ChildProcess;

/** Starts `npm run dev -- <rooms>` against the running gateway and answers its address once everything compiled. */
function startDev(rooms: readonly string[], url: string): Promise<string> {
  dev = spawn(process.execPath, ['--import', 'tsx', 'scripts/serve/dev.ts', ...rooms], {
    cwd: REPOSITORY,
    env: { ...process.env, FLINT_URL: url, FLINT_DEV_PORT_OFFSET: String(OFFSET) },
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /^http:\S+$/m.exec(output)?.[0];
      if (address && /^shell: \d+ ms/m.test(output) && /^flint_auth: \d+ ms/m.test(output)) resolve(address);
    };
    dev.stdout?.on('data', listen);
    dev.stderr?.on('data', listen);
    dev.once('exit', () => reject(new Error(output)));
  });
}

beforeAll(async () => {
  running = await startGateway({
    port: 0,
    shellDir: join(REPOSITORY, 'shell/dist'),
    remotes: {},
    api: (_request, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(CONFIG)),
  });
});
afterEach(() => dev.kill());
afterAll(() => running.close());

describe('npm run dev', () => {
  it('dev - one remote, in front of a running Flint - shows its screen in the development shell', async () => {
    const url = await startDev(['mfe-auth'], running.url);
    const browser = await launchBrowser();
    const { page, close } = await openPage(browser);
    await page.goto(`${url}/auth`);
    await page.locator('#main [data-page-heading]').waitFor();
    expect(await page.evaluate('typeof __flintRefresh')).toBe('object');
    await close();
    await browser.close();
  });

  it('dev - no Flint is running - says what to start, in one sentence', async () => {
    await expect(startDev([], 'http://127.0.0.1:9')).rejects.toThrow(
      'No Flint answers at http://127.0.0.1:9: run npm start first, or set FLINT_URL.',
    );
  });
});
