import { seedDemo } from '@flint/services/seed';
import { expectAccessible, launchBrowser, openPage } from '@flint/testing/browser';
import { startFlint, type StoredSession, type TestFlint } from '@flint/testing/flint';
import type { Browser, Page } from 'playwright-core';
import { screenOf } from '../../src/routing/paths';
import { signIn } from '../stage';

interface Tried {
  readonly id: string;
  /** Folder of the built remote; by default the build of the repository. */
  readonly dist?: string;
  readonly screens: readonly string[];
}

/** Conditions of a trial: an account, and whether the API fails. */
const DATA = {
  full: { account: 'invited@campus.edu', fails: false },
  empty: { account: 'new@campus.edu', fails: false },
  failing: { account: 'invited@campus.edu', fails: true },
} as const;
type Data = keyof typeof DATA;

/** What browsers log about expected responses: nothing saved yet (404), the failing API, signed out. */
const CAUSED = [/Failed to load resource: the server responded with a status of (401|404|503)/];

const BROKEN = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: 'Out', status: 503, code: 'unavailable', detail: '' }),
};

/** Waits for the screen and its requests. Throws if the shell shows a failure panel. */
async function settle(page: Page, id: string): Promise<void> {
  // the skeleton of the shell may look like a screen: first the remote must have run
  await page.waitForFunction(
    (container) => container in window || document.querySelector('#main .remote-failure'),
    `flint_${id}`,
  );
  await page.locator('#main [data-page-heading]').first().waitFor();
  const failure = page.locator('#main .remote-failure');
  if (await failure.isVisible()) throw new Error(`the shell shows: ${await failure.innerText()}`);
  await page.waitForFunction(() => !document.querySelector('.f-skeleton, #main [aria-busy=true]'));
  // effects after the first paint may fail, too: by the page's timers, which a busy machine delays alike
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
}

/** Problems of a screen in that state, one per line. */
async function tryScreen(
  { browser, url, id }: { readonly browser: Browser; readonly url: string; readonly id: string },
  path: string,
  { session, fails }: { readonly session: StoredSession | null; readonly fails: boolean },
): Promise<readonly string[]> {
  const { page, problems } = await openPage(browser, {
    allow: CAUSED,
    viewport: { width: 390, height: 844 },
  });
  const found: string[] = [];
  try {
    if (session) await signIn(page.context(), session);
    if (fails) await page.route(/\/api\/v1\/(?!config)/, (route) => route.fulfill(BROKEN));
    await page.goto(url + path);
    await settle(page, id);
    await expectAccessible(page);
  } catch (error) {
    found.push((error as Error).message.split('\n').slice(0, 4).join(' | '));
  }
  await page.context().close();
  return [...found, ...problems];
}

/**
 * Opens every screen of a built remote in a browser, in the shell with the real API: with a full account, with a new one, and with an API
 * that fails. Returns the problems, one per line: a failure panel, console messages, findings of axe.
 */
export async function tryRemote({ id, dist, screens }: Tried): Promise<readonly string[]> {
  const flint: TestFlint = await startFlint({
    env: { IP_LIMIT_FACTOR: '1000' },
    ...(dist && { dists: { [id]: dist } }),
  });
  const browser = await launchBrowser();
  try {
    await seedDemo(flint.flint.deps, { isPlain: true });
    const found: string[] = [];
    const signedIn = id !== 'auth';
    // one code each: a mailbox gets another one only after a minute
    const sessions: Partial<Record<string, StoredSession>> = {};
    for (const data of Object.keys(DATA) as Data[]) {
      // signed out, a full account and a new one are the same
      if (!signedIn && data === 'empty') continue;
      const { account, fails } = DATA[data];
      if (signedIn) sessions[account] ??= await flint.sessionOf(account);
      const session = sessions[account] ?? null;
      for (const screen of screens) {
        const { route: path } = screenOf(screen)!;
        const lines = await tryScreen({ browser, url: flint.url, id }, path, { session, fails });
        found.push(...lines.map((line) => `${screen} with ${data} data: ${line}`));
      }
    }
    return found;
  } finally {
    await browser.close();
    await flint[Symbol.asyncDispose]();
  }
}
