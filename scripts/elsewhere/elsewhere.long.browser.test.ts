/**
 * The life of a remote in another repository: created from the template and built outside this one, registered, used, released a second time, rolled
 * back, removed. `npm run test:elsewhere` does it for every toolchain, with packages of the registry; `npx flint check all` for one, with those installed here.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startFlint, type TestFlint } from '@flint/testing';
import { launchBrowser } from '@flint/testing/browser';
import { freePort } from '@flint/testing/free-port';
import { buildBrowser } from '../build/build-browser';
import { REPOSITORY } from '../compose/remotes';
import { serveReleases } from '@flint/remote-build/cli/serve';
import { labelOf, TOOLCHAINS } from 'create-flint-remote';
import { packAll, type Packed } from '../pack/pack';
import { openConsumer } from '../pack/testing/consumer';
import { openPlace } from '../release/place';
import { openProject } from './project';

const IS_FULL = process.env['FLINT_ELSEWHERE'] === 'all';

let work: string;
let server: Server;
let packages: string;
let packed: readonly Packed[];
let browser: Browser;
let flint: TestFlint;
let settings: { readonly RELEASES: string; readonly DATA_DIR: string };

beforeAll(async () => {
  await buildBrowser();
  work = mkdtempSync(path.join(tmpdir(), 'flint-elsewhere-'));
  const archives = path.join(work, 'archives');
  server = await serveReleases(archives, 0);
  packages = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  packed = await packAll(archives, packages, path.join(work, 'packing'));
  settings = { RELEASES: path.join(work, 'releases'), DATA_DIR: path.join(work, 'data') };
  flint = await startFlint({ releases: openPlace(settings, REPOSITORY) });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await flint[Symbol.asyncDispose]();
  server.close();
});

/** The operator's command. */
const registry = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ['scripts/flint.mjs', 'release', 'registry', ...args], {
    cwd: REPOSITORY,
    env: { ...process.env, ...settings },
    shell: process.platform === 'win32',
  });

/** Installs packages from this repository, without the registry. */
async function linkPackages(dir: string): Promise<void> {
  const consumer = await openConsumer(packed);
  symlinkSync(path.join(consumer, 'node_modules'), path.join(dir, 'node_modules'));
}

/** Reloads the page until it runs that version: a shell polls an origin every two seconds. */
async function reloadUntil(page: Page, isThere: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isThere())) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`);
    await page.reload();
    // a frame has the heading of its screen inside
    await page.locator('#main h1, #main iframe').first().waitFor();
  }
}

const runs = (page: Page, version: string) => () =>
  page.evaluate(
    (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    `/${version}-`,
  );

describe('a remote that lives elsewhere', () => {
  it.each(IS_FULL ? TOOLCHAINS : TOOLCHAINS.slice(0, 1))(
    '%s - made outside, registered, released twice, rolled back, taken out - is shown while it is registered, and nothing was rebuilt',
    async (toolchain) => {
      // a screen of our components in the page, or one with its own React in a frame
      const isFramed = toolchain === 'own-react';
      const id = toolchain === 'webpack' ? 'clubs' : `${toolchain}-club`;
      await using project = await openProject(toolchain, {
        id,
        dir: path.join(mkdtempSync(path.join(work, 'project-')), id),
        packages,
        port: await freePort(),
        ...(!IS_FULL && { install: linkPackages }),
      });
      // left by an earlier attempt
      await registry('remove', id).catch(() => undefined);
      const release = () => project.flintRemote('publish', ...(IS_FULL ? [] : ['--untried']));
      expect(await release()).toMatch(new RegExp(`${id}: 1\\.0\\.0-\\w{8} is live`));
      await project.serve();
      const { stdout } = await registry('add', project.entryFile);
      expect(stdout).toContain(`${id} is registered`);

      const session = await flint.sessionOf(`${id}@campus.edu`);
      const { page, close } = await flint.openSignedIn(browser, session, '/', { allow: [/status of 404/] });
      const place = isFramed ? page.frameLocator('iframe') : page;
      const title = place.getByRole('heading', { level: 1, name: labelOf(id), exact: true });
      await page.goto(`${flint.url}/${id}`);
      await title.waitFor();
      if (isFramed) {
        await place.getByText('You are online.').waitFor();
        await place.getByText(/Your profile is \d+ % complete|You have no profile yet/).waitFor();
        await place.getByRole('button', { name: 'Play (0)' }).click();
        await place.getByRole('button', { name: 'Play (1)' }).waitFor();
      } else {
        await place.getByText(`You are signed in as ${id}@campus.edu.`).waitFor();
        await place.getByText('0 people wait for an offer.').waitFor();
      }
      expect(await runs(page, '1.0.0')()).toBe(true);

      project.setVersion('1.1.0');
      expect(await release()).toMatch(new RegExp(`${id}: 1\\.1\\.0-\\w{8} is live`));
      await reloadUntil(page, runs(page, '1.1.0'), 'the second release');
      await title.waitFor();

      expect(await project.flintRemote('rollback')).toMatch(new RegExp(`${id}: 1\\.0\\.0-\\w{8} is live`));
      await reloadUntil(page, runs(page, '1.0.0'), 'the release before');
      await title.waitFor();

      await registry('remove', id);
      await reloadUntil(page, async () => !(await title.isVisible()), 'a screen that is gone');
      await page.goto(`${flint.url}/profile`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await close();
    },
  );
});
