/**
 * The life of a remote in another repository: created and built from archives outside this one, registered, used, released a second time, rolled
 * back, removed. `npm run test:elsewhere` does it for every toolchain, with packages of the registry; `npm test` for one, with those installed here.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startFlint, type TestFlint } from '@flint/testing';
import { launchBrowser } from '@flint/testing/browser';
import { freePort } from '@flint/testing/free-port';
import { buildBrowser } from '../build/build-browser';
import { REPOSITORY } from '../compose/remotes';
import { packAll, type Packed } from '../pack/pack';
import { openConsumer } from '../pack/testing/consumer';
import { openPlace } from '../release/place';
import { openProject } from './project';
import { SIGNED_IN, VARIANTS } from './variants';

const IS_FULL = process.env['FLINT_ELSEWHERE'] === 'all';

jest.setTimeout(600_000);

let work: string;
let archives: string;
let packed: readonly Packed[];
let browser: Browser;
let flint: TestFlint;
let settings: { readonly RELEASES: string; readonly DATA_DIR: string };

beforeAll(async () => {
  await buildBrowser();
  work = mkdtempSync(path.join(tmpdir(), 'flint-elsewhere-'));
  archives = path.join(work, 'archives');
  packed = await packAll(archives, path.join(work, 'packing'));
  settings = { RELEASES: path.join(work, 'releases'), DATA_DIR: path.join(work, 'data') };
  flint = await startFlint({ releases: openPlace(settings, REPOSITORY) });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await flint[Symbol.asyncDispose]();
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
  it.each(
    (IS_FULL ? VARIANTS : VARIANTS.slice(0, 1)).map((variant) => [variant.toolchain, variant] as const),
  )(
    '%s - made outside, registered, released twice, rolled back, taken out - is shown while it is registered, and nothing was rebuilt',
    async (_name, variant) => {
      const { id, heading, says, click, saysVersion, isFramed = false } = variant;
      await using project = await openProject(variant, {
        dir: path.join(mkdtempSync(path.join(work, 'project-')), id),
        archives,
        port: await freePort(),
        ...(!IS_FULL && { install: linkPackages }),
      });
      // left by an earlier attempt
      await registry('remove', id).catch(() => undefined);
      const release = () => project.flintRemote('release', ...(IS_FULL ? [] : ['--untried']));
      expect(await release()).toMatch(new RegExp(`${id}: 1\\.0\\.0-\\w{8} is live`));
      await project.serve();
      const { stdout } = await registry('add', project.entryFile);
      expect(stdout).toContain(`${id} is registered`);

      const session = await flint.sessionOf(`${id}@campus.edu`);
      const { page, close } = await flint.openSignedIn(browser, session, '/', { allow: [/status of 404/] });
      const place = isFramed ? page.frameLocator('iframe') : page;
      const title = place.getByRole('heading', { level: 1, name: heading, exact: true });
      await page.goto(`${flint.url}/${id}`);
      await title.waitFor();
      await place.getByText(says === SIGNED_IN ? `${says}${id}@campus.edu.` : says).waitFor();
      if (click) {
        await place.getByText(/Your profile is \d+ % complete|Loading/).waitFor();
        await place.getByRole('button', { name: click.button }).click();
        await place.getByText(click.shows).first().waitFor();
      }
      expect(await runs(page, '1.0.0')()).toBe(true);
      if (saysVersion) await place.getByText(/release 1\.0\.0/i).waitFor();

      project.setVersion('1.1.0');
      expect(await release()).toMatch(new RegExp(`${id}: 1\\.1\\.0-\\w{8} is live`));
      await reloadUntil(page, runs(page, '1.1.0'), 'the second release');
      await title.waitFor();
      if (saysVersion) await place.getByText(/release 1\.1\.0/i).waitFor();

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
