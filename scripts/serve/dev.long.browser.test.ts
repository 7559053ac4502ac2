import { join } from 'node:path';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { launchBrowser, openPage } from '@flint/testing/browser';
import { startProgram, type Program } from '@flint/testing/program';
import { startGateway } from './gateway';
import type { Listening } from './listen';

/** Not a port of a developer's own dev server. */
const OFFSET = 5_900 + Math.floor(Math.random() * 2_900);
const CONFIG = {
  appName: 'Ember',
  universityName: 'Campus',
  universityEmailHost: 'campus.edu',
  universityTimezone: 'America/Toronto',
  universityEmailSubdomains: false,
  universityEmailPlusTags: false,
  safetyContacts: [],
  supabaseUrl: null,
  supabaseKey: 'sb_publishable_local',
};

let running: Listening;
let dev: Program;

/** Starts `npm run dev -- <workspaces>` with the settings of the running gateway; returns its address once everything has compiled. */
async function startDev(workspaces: readonly string[], port: number): Promise<string> {
  dev = startProgram(['scripts/flint.mjs', 'run', 'dev', ...workspaces], {
    PORT: String(port),
    FLINT_DEV_PORT_OFFSET: String(OFFSET),
  });
  await Promise.all([dev.said(/^shell: \d+ ms/m), dev.said(/^flint_auth: \d+ ms/m)]);
  return dev.said(/^http:\S+(?=\n)/m);
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
afterEach(() => dev.end('SIGTERM'));
afterAll(() => running.close());

describe('npm run dev', () => {
  it('dev - one remote, in front of the Flint at PORT - shows its screen in a shell with the names of that Flint', async () => {
    const url = await startDev(['mfe-auth'], Number(new URL(running.url).port));
    expect(await (await fetch(url)).text()).toContain('<title>Ember</title>');
    const browser = await launchBrowser();
    const { page, close } = await openPage(browser);
    await page.goto(`${url}/auth`);
    await page.locator('#main [data-page-heading]').waitFor();
    expect(await page.evaluate('typeof __flintRefresh')).toBe('object');
    await close();
    await browser.close();
  });

  it('dev - without a running Flint - names the command to start it', async () => {
    await expect(startDev([], 9)).rejects.toThrow(
      'No Flint answers at http://127.0.0.1:9: run npm start first, or set FLINT_URL.',
    );
  });
});
