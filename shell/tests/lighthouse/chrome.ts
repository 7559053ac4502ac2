import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@flint/testing/chromium';
import type { StoredSession } from '@flint/testing/flint';
import { launch } from 'chrome-launcher';
import { chromium } from 'playwright-core';

/** A folder with what a browser keeps: the session and nothing else, no cache and no service worker. */
export interface Profile extends AsyncDisposable {
  readonly dir: string;
}

const folder = () => mkdtemp(join(tmpdir(), 'flint-lighthouse-'));
const remove = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 5 });

/** Makes the profile of a student of `url`, or of a stranger when there is no session. */
export async function makeProfile(url: string, session: StoredSession | null): Promise<Profile> {
  const dir = await folder();
  if (session) {
    const { executablePath, env } = await findChromium();
    const context = await chromium.launchPersistentContext(dir, {
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await context.newPage();
    await page.goto(`${url}/health/live`);
    await page.evaluate((value) => localStorage.setItem('auth-storage', value), JSON.stringify(session));
    await context.close();
  }
  return { dir, [Symbol.asyncDispose]: () => remove(dir) };
}

/**
 * Runs `work` with the DevTools port of a browser of its own on a copy of the profile. One that has shown pages before spends a
 * sixth of a second on what it still knows of them when a recording starts, and that would count as the page's.
 */
export async function withChrome<T>(profile: Profile, work: (port: number) => Promise<T>): Promise<T> {
  const { executablePath, env } = await findChromium();
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
