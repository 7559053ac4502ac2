import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, packagedChromium, type Chromium } from '@flint/testing/chromium';
import type { StoredSession } from '@flint/testing/flint';
import { launch } from 'chrome-launcher';
import { chromium, type Page } from 'playwright-core';

/** A folder with what a browser keeps between two visits. */
export interface Profile extends AsyncDisposable {
  readonly dir: string;
}

/**
 * The packaged browser where it runs: one version for everybody, and without the windows of a whole Chrome, which would draw
 * themselves on the processors that the page is measured on (half of every long task was waiting for them).
 */
const chosenChromium = (): Promise<Chromium> =>
  process.platform === 'linux' && !process.env['CHROME_PATH'] ? packagedChromium() : findChromium();

/** No request for so long: what is fetched for later is there, too. */
const QUIET_MS = 2_000;

const folder = () => mkdtemp(join(tmpdir(), 'flint-lighthouse-'));
const remove = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 5 });

/** Stays until the screen is there, the service worker has what it keeps, and nothing more is asked for. */
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
 * Makes the profile of a student of `url`, or of a stranger when there is no session. It has nothing else in it, no cache and
 * no service worker, until `seen` names paths: these have been opened once, one after the other.
 */
export async function makeProfile(
  url: string,
  session: StoredSession | null,
  seen: readonly string[] = [],
): Promise<Profile> {
  const dir = await folder();
  if (session) {
    const { executablePath, env } = await chosenChromium();
    const context = await chromium.launchPersistentContext(dir, {
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await context.newPage();
    await page.goto(`${url}/health/live`);
    await page.evaluate((value) => localStorage.setItem('auth-storage', value), JSON.stringify(session));
    for (const path of seen) await visit(page, url + path);
    await context.close();
  }
  return { dir, [Symbol.asyncDispose]: () => remove(dir) };
}

/**
 * Runs `work` with the DevTools port of a browser of its own on a copy of the profile. One that has shown pages before spends a
 * sixth of a second on what it still knows of them when a recording starts, and that would count as the page's.
 */
export async function withChrome<T>(profile: Profile, work: (port: number) => Promise<T>): Promise<T> {
  const { executablePath, env } = await chosenChromium();
  const dir = await folder();
  await cp(profile.dir, dir, { recursive: true });
  // Lighthouse's own launcher: nobody else listens to the browser while it is measured
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
