import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, packagedChromium, type Chromium } from '@flint/testing/chromium';
import { launch } from 'chrome-launcher';
import { chromium, type Page } from 'playwright-core';

/** A browser profile: what the browser stores between two visits. */
export interface Profile extends AsyncDisposable {
  readonly dir: string;
}

/**
 * The packaged browser, if it runs here: the same version everywhere, and without the windows of a full Chrome, which would use the
 * processors that the page is measured on (half of every long task was waiting for them).
 */
const chosenChromium = (): Promise<Chromium> =>
  process.platform === 'linux' && !process.env['CHROME_PATH'] ? packagedChromium() : findChromium();

/** Milliseconds without a request, after which prefetching is over, too. */
const QUIET_MS = 2_000;

const folder = () => mkdtemp(join(tmpdir(), 'flint-lighthouse-'));
const remove = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 5 });

/** Waits until the screen is shown, the service worker has filled its caches and no more requests are made. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#main [data-page-heading]').first().waitFor({ state: 'attached' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  let quietSince = Date.now();
  page.on('request', () => (quietSince = Date.now()));
  while (Date.now() - quietSince < QUIET_MS) await page.waitForTimeout(100);
  page.removeAllListeners('request');
}

/**
 * Creates a browser profile with these entries of local storage for `url`; without entries it is that of a visitor. It has no cache and no
 * service worker, except for the paths in `seen`, which are opened once, in order.
 */
export async function makeProfile(
  url: string,
  stored?: Readonly<Record<string, string>>,
  seen: readonly string[] = [],
): Promise<Profile> {
  const dir = await folder();
  if (stored) {
    const { executablePath, env } = await chosenChromium();
    const context = await chromium.launchPersistentContext(dir, {
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await context.newPage();
    await page.goto(`${url}/health/live`);
    await page.evaluate((entries) => Object.assign(localStorage, entries), stored);
    for (const path of seen) await visit(page, url + path);
    await context.close();
  }
  return { dir, [Symbol.asyncDispose]: () => remove(dir) };
}

/**
 * Runs `work` with the DevTools port of a separate browser on a copy of the profile. A browser that has shown pages before spends a sixth
 * of a second on them when a recording starts, and Lighthouse would count that.
 */
export async function withChrome<T>(profile: Profile, work: (port: number) => Promise<T>): Promise<T> {
  const { executablePath, env } = await chosenChromium();
  const dir = await folder();
  await cp(profile.dir, dir, { recursive: true });
  // the launcher of Lighthouse: no other client is connected to the browser during a measurement
  const chrome = await launch({
    chromePath: executablePath,
    userDataDir: dir,
    envVars: { ...process.env, ...env },
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic'],
    logLevel: 'error',
  });
  const ended = new Promise((resolve) => chrome.process.once('exit', resolve));
  try {
    return await work(chrome.port);
  } finally {
    chrome.kill();
    await ended;
    await remove(dir);
  }
}
