import type { StoredSession } from '@flint/testing/flint';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface Visit {
  /** Milliseconds from navigation start or click until the screen's heading is painted. */
  readonly ms: number;
  /** Network requests, without the API's. */
  readonly requests: number;
  /** Bytes of their responses as sent, with headers. */
  readonly bytes: number;
}

export interface Screen {
  readonly name: string;
  readonly path: string;
}

/** A slow campus network: 10 Mbit/s, 40 ms. */
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };

/** `flintDrawn` resolves with the time when the screen, not its placeholder, is painted. */
const OBSERVE = `
  window.flintDrawn = new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('#main [data-page-heading]:not([role=alert] *)')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });
`;

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Starts a count; returns a function that returns the count. */
  count(): () => Pick<Visit, 'requests' | 'bytes'>;
}

const isApi = (url: string) => /\/(api|auth|photos)\//.test(new URL(url).pathname);

/** A fresh browser profile on the slow line, signed in if there is a session. */
export async function openProfile(browser: Browser, session: StoredSession | null): Promise<Opened> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    locale: 'en-CA',
  });
  const stored = JSON.stringify(JSON.stringify(session));
  if (session) await context.addInitScript(`localStorage.setItem('auth-storage', ${stored})`);
  await context.addInitScript(OBSERVE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  let files = new Map<string, number>();
  const ours = new Set<string>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.fromDiskCache && response.url.startsWith('http') && !isApi(response.url))
      ours.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (ours.has(requestId) && encodedDataLength > 0) files.set(requestId, encodedDataLength);
  });
  return {
    context,
    page,
    count() {
      const counted = (files = new Map());
      return () => ({
        requests: counted.size,
        bytes: [...counted.values()].reduce((sum: number, size: number) => sum + size, 0),
      });
    },
  };
}

/** The time limit for a screen; without it the measurement could wait forever. */
const DRAWN_MS = 30_000;

/** Opens a screen by its address. Throws if its heading is not painted. */
export async function open({ page, count }: Opened, address: string): Promise<Visit> {
  const counted = count();
  await page.goto(address, { waitUntil: 'commit' });
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`${address} drew no screen`)), DRAWN_MS).unref();
  });
  late.catch(() => undefined);
  const ms = (await Promise.race([page.evaluate('window.flintDrawn'), late])) as number;
  return { ms, ...counted() };
}

/** Navigates to a screen by its link. */
export async function goOn({ page, count }: Opened, { path }: Screen): Promise<Visit> {
  const counted = count();
  const ms = (await page.evaluate(`new Promise((resolve) => {
    const before = document.querySelector('#main [data-page-heading]');
    let started;
    const look = () => {
      const now = document.querySelector('#main [data-page-heading]');
      if (location.pathname !== ${JSON.stringify(path)} || !now || now === before || now.closest('[role=alert]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
    started = performance.now();
    [...document.querySelectorAll('nav a')].find((link) => link.pathname === ${JSON.stringify(path)}).click();
  })`)) as number;
  return { ms, ...counted() };
}
