import { gzipSync } from 'node:zlib';
import { openPage, type Pages } from '@flint/testing/browser';
import type { TestFlint } from '@flint/testing/flint';
import type { Page, Response } from 'playwright-core';

/** The requests of a page so far. */
export interface Weight {
  /** Bytes of script under gzip -9, each file once, with the inline script: the same on every machine. */
  readonly scriptBytes: number;
  /** Paths of the script files. */
  readonly scripts: readonly string[];
  readonly requests: number;
  /** Requests to other machines. */
  readonly foreign: number;
}

/** The page is complete after this long without a request. */
const QUIET_MS = 1_000;
const LOCAL = ['127.0.0.1', 'localhost'];
const isScript = (response: Response) => response.request().resourceType() === 'script';

const packedSize = (code: Buffer | string) => gzipSync(code, { level: 9 }).length;

/** Reads a response; after leaving a page its bodies are gone, so this fetches the file again. */
const bodyOf = (response: Response): Promise<Buffer> =>
  response.body().catch(async () => Buffer.from(await (await fetch(response.url())).arrayBuffer()));

/** Bytes of a page's inline scripts. */
async function inlineSize(page: Page): Promise<number> {
  const scripts = await page.locator('script:not([src]):not([type])').allTextContents();
  return packedSize(scripts.join('\n'));
}

/** Records all requests of a page; `sofar()` resolves when all bodies have arrived. */
export function recordRequests(page: Page): { quiet(): Promise<void>; sofar(): Promise<Weight> } {
  const responses: Response[] = [];
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    responses.push(response);
    if (!isScript(response) || sizes.has(response.url())) return;
    const size = bodyOf(response).then(packedSize);
    size.catch(() => undefined);
    sizes.set(response.url(), size);
  });
  // not 'networkidle': the stream of live updates never ends
  const quiet = async () => {
    for (let before = -1; before !== responses.length;) {
      before = responses.length;
      await page.waitForTimeout(QUIET_MS);
    }
  };
  return {
    quiet,
    async sofar() {
      await quiet();
      return {
        scriptBytes: (await Promise.all([inlineSize(page), ...sizes.values()])).reduce(
          (sum, size) => sum + size,
          0,
        ),
        scripts: [...sizes.keys()].map((url) => new URL(url).pathname),
        requests: responses.length,
        foreign: responses.filter((response) => !LOCAL.includes(new URL(response.url()).hostname)).length,
      };
    },
  };
}

const NOTHING_YET = /status of 404/;
const SCREENS = ['/availability', '/photos', '/profile', '/matches', '/offers'];

/**
 * The sign-in page for a visitor (nothing stored, cached or touched), and the whole journey after it: signed in
 * by code, every screen shown once.
 */
export async function measureJourney(
  flint: TestFlint,
  browser: Pages,
): Promise<{ signIn: Weight; journey: Weight }> {
  const email = 'weight@campus.edu';
  const { page, close } = await openPage(browser, { allow: [NOTHING_YET] });
  const weight = recordRequests(page);
  await page.goto(flint.url);
  await page.getByLabel('University email').waitFor();
  const signIn = await weight.sofar();

  await page.getByLabel('University email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.waitFor();
  await code.fill(await flint.codeFor(email));
  // wait for the session: the sign-in screen has a heading, too, and leaving it earlier would stay signed out
  await code.waitFor({ state: 'detached' });
  const heading = page.locator('#main [data-page-heading]');
  await heading.waitFor();
  for (const path of SCREENS) {
    await page.goto(flint.url + path);
    await heading.waitFor();
    await weight.quiet();
  }
  const journey = await weight.sofar();
  await close();
  return { signIn, journey };
}
