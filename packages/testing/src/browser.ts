import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findChromium, type Chromium } from './chromium';

export { expectAccessible } from './accessible';
export { findChromium, packagedChromium, type Chromium } from './chromium';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // as Chrome on a desktop: a frame of no origin has a process of its own
  '--site-per-process',
  '--enable-features=IsolateSandboxedIframes',
];

/** Starts a browser with a fresh profile; `close()` it at the end. Throws one sentence if there is none. */
export async function launchBrowser(found?: Chromium): Promise<Browser> {
  // loaded here, because most tests start no browser
  const { chromium } = await import('playwright-core');
  const { executablePath, env } = found ?? (await findChromium());
  return chromium.launch({
    executablePath,
    headless: true,
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...env },
  });
}

/** A browser, or one that starts later. */
export type Pages = Pick<Browser, 'newContext'>;

/** A browser for all tests of a file, or of the `describe` it is called in. Call it before `useFlint`: it must be closed first. */
export function useBrowser(): Pages {
  let browser: Browser | undefined;
  beforeAll(async () => void (browser = await launchBrowser()));
  afterAll(() => browser?.close());
  return { newContext: (options) => browser!.newContext(options) };
}

/**
 * Playwright's message when a page registers a blocked worker, and the browser's by its clock: on a busy machine a stylesheet is applied seconds
 * after its preload.
 */
const EXPECTED = [
  /Service Worker registration blocked by Playwright/,
  /was preloaded using link preload but not used within a few seconds/,
];

/** What a page logs when its connection is lost while it loads files of this or the next screen, for `allow`. */
export const CUT_OFF = [
  /net::ERR_(INTERNET_DISCONNECTED|NETWORK_\w+|CONNECTION_\w+)/,
  /ChunkLoadError/,
  /\[flint\] (shell_file|remote_file|remote)_unavailable/,
];

export interface PageOptions extends Pick<
  BrowserContextOptions,
  | 'viewport'
  | 'colorScheme'
  | 'reducedMotion'
  | 'locale'
  | 'timezoneId'
  | 'hasTouch'
  | 'isMobile'
  | 'forcedColors'
  | 'contrast'
  | 'serviceWorkers'
> {
  /** Lets the test advance the page's clock. Installed after the page has begun, it shows 1970 for a moment. */
  readonly hasClock?: boolean;
  /** Lets the test use `page.route` while the page is open. Otherwise requests soon after the first route escape it on a busy machine. */
  readonly answersLater?: boolean;
  /** Console messages and page errors that the test expects. */
  readonly allow?: readonly RegExp[];
  /** Origins outside this machine that the page may reach; default: none. */
  readonly allowOrigins?: readonly string[];
}

export interface TestPage extends AsyncDisposable {
  readonly page: Page;
  /** Everything unexpected so far: console errors and warnings, uncaught errors, requests to other machines. */
  readonly problems: readonly string[];
  /** Closes the page; throws if something unexpected happened. */
  close(): Promise<void>;
}

const isLocal = (url: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
const isNetwork = (url: URL) => /^(https?|wss?):$/.test(url.protocol);

/** Opens a page in a new profile; every unexpected console message, error or request fails the test. */
export async function openPage(browser: Pages, options: PageOptions = {}): Promise<TestPage> {
  const { allow = [], allowOrigins = [], hasClock, answersLater, ...contextOptions } = options;
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-CA',
    // a worker would answer for page and server; its own tests allow it
    serviceWorkers: 'block',
    ...contextOptions,
  });
  // shorter than the test's limit, so that the error names the waiting line
  context.setDefaultTimeout(60_000);
  if (hasClock) await context.clock.install();
  // Chromium tells its pages that their requests are intercepted, but does not wait until they know
  if (answersLater) await context.route('**/auth/v1/**', (route) => route.fallback());
  const page = await context.newPage();
  const problems: string[] = [];
  const report = (text: string) => {
    if (![...EXPECTED, ...allow].some((pattern) => pattern.test(text))) problems.push(text);
  };
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    report(`console.${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => report(`page error: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (isNetwork(url) && !isLocal(url) && !allowOrigins.includes(url.origin)) {
      problems.push(`request to a foreign origin: ${url.origin}`);
    }
  });
  const close = async () => {
    await context.close();
    if (problems.length > 0) throw new Error(`unexpected in the page\n${problems.join('\n')}`);
  };
  return { page, problems, close, [Symbol.asyncDispose]: close };
}

/** Lets the five seconds in which an act can be undone pass on the page's clock: a page with `hasClock`. */
export async function passUndo(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Undo|Annuler)/ }).waitFor();
  await page.clock.fastForward(5_000);
}

/** Writes `screenshots/<name>.png` for a person; returns the path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const dir = path.resolve(import.meta.dirname, '../../../screenshots');
  await mkdir(dir, { recursive: true });
  const file = path.join(dir, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  return file;
}
