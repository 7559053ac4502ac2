import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { REPOSITORY, remoteRooms } from '@flint/scripts/compose/remotes';
import { launchBrowser, openPage } from '@flint/testing/browser';
import { storedSession } from './fake-api';
import { ensureBuilt, openStage, signIn, type Stage } from './stage';

jest.setTimeout(60_000);

let browser: Browser;
let stage: Stage;

beforeAll(async () => {
  await ensureBuilt();
  browser = await launchBrowser();
  stage = await openStage();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.close();
});

const screenShown = (page: Page) => page.locator('#main [data-page-heading]').first().waitFor();

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );

interface Shared {
  readonly name: string;
  readonly version: string;
  readonly from: string;
  readonly useIn: readonly string[];
}

/** What the federation runtime says is shared, one entry per package and version. */
const sharedModules = (page: Page) =>
  page.evaluate((): Shared[] => {
    type Share = { from: string; useIn: string[] };
    type Scopes = Record<string, Record<string, Record<string, Record<string, Share>>>>;
    const instances = (globalThis as unknown as { __FEDERATION__: { __SHARE__: Scopes } }).__FEDERATION__
      .__SHARE__;
    // a remote's container may register the shell's own scope again under another name: the same objects, counted once
    const scopes = [...new Set(Object.values(instances).flatMap((byName) => Object.values(byName)))];
    return scopes
      .flatMap((scope) => Object.entries(scope))
      .flatMap(([name, versions]) =>
        Object.entries(versions).map(([version, { from, useIn }]) => ({ name, version, from, useIn })),
      );
  });

const filesOf = (room: string, pattern: RegExp) => {
  const dist = join(REPOSITORY, room, 'dist');
  return readdirSync(dist)
    .filter((name) => pattern.test(name))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .join('\n');
};

describe('shell and remotes together', () => {
  it('shared packages - after a visit to every screen - are one copy each, from the shell, and used by the remotes', async () => {
    const { page, close } = await openPage(browser, { allow: [/status of 404/] });
    await signIn(page.context());
    for (const path of ['/', '/availability', '/photos', '/offers']) {
      await page.goto(stage.url + path);
      await screenShown(page);
      const shared = await sharedModules(page);
      const names = shared.map(({ name }) => name);
      expect(names.toSorted()).toEqual([
        '@flint/remote-kit',
        '@flint/remote-kit/data',
        'react',
        'react-dom',
        'react/jsx-runtime',
      ]);
      // the runtime books a lazily provided package on the remote that asked first; that it is the shell's copy is shown below
      const eager = shared.filter(({ name }) => name !== '@flint/remote-kit/data');
      expect(eager.filter(({ from }) => from !== 'flint_shell')).toEqual([]);
      expect(shared.find(({ name }) => name === '@flint/remote-kit')?.useIn).toHaveLength(1);
    }
    await close();
  });

  it.each(remoteRooms().map(({ dir }) => dir.slice(REPOSITORY.length + 1)))(
    '%s - as built - carries no copy of what the shell provides',
    (room) => {
      const code = filesOf(room, /\.js$/);
      for (const marker of [
        'react.transitional.element',
        'usePlatform: no PlatformProvider',
        'RTK_autoBatch',
      ]) {
        expect(code.includes(marker)).toBe(false);
      }
    },
  );

  it('signed out - at a deep link - downloads neither the API client nor another remote, and stays on our machine', async () => {
    const { page, close } = await openPage(browser);
    stage.requests.length = 0;
    await page.goto(`${stage.url}/offers`);
    await screenShown(page);
    expect(new URL(page.url()).pathname).toBe('/offers');
    expect((await scriptsOf(page)).filter((name) => name.includes('remote-kit'))).toEqual([]);
    expect(stage.requests.filter((line) => !line.startsWith('auth '))).toEqual([]);
    await close();
  });

  it('first paint - before any script arrives - already shows the name as a heading', async () => {
    const { page, close } = await openPage(browser, { allow: [/ERR_/] });
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto(stage.url, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Flint' }).waitFor();
    await close();
  });

  it('a remote that is slow - while it loads - does not keep the frame waiting', async () => {
    stage.faults.set('offers', () => true);
    const { page, close } = await openPage(browser, { allow: [/.*/] });
    await signIn(page.context(), storedSession());
    await page.goto(`${stage.url}/offers`);
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ timeout: 2_500 });
    stage.faults.clear();
    await close();
  });
});
