import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { changed, FILES, hasRun, PROVOKED } from './changed-files';
import { heading } from './screens';
import { openSignedIn, useStage } from './stage';

const stage = useStage(undefined, [beforeAll, afterAll]);
afterEach(() => stage.faults.clear());

/** Changes files of each pattern, `times` times. */
function tamper(id: string, patterns: readonly RegExp[], times = Infinity): void {
  const faults = patterns.map((pattern) => changed(stage.remotes.get(id)?.dir ?? '', pattern, times));
  stage.faults.set(id, (request, response) => faults.some((fault) => fault(request, response)));
}

const panel = (page: Page) => page.locator('#main .remote-failure');
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

async function openAt(path: string) {
  const opened = await openSignedIn({ allow: PROVOKED });
  await opened.page.goto(stage.url + path);
  return opened;
}

/** Changes files of the shell of each pattern in transit, `times` times. */
async function tamperShell(page: Page, patterns: readonly RegExp[], times = Infinity): Promise<void> {
  for (const pattern of patterns) {
    let left = times;
    await page.route(pattern, async (route) => {
      if (left === 0) return route.continue();
      left -= 1;
      const response = await route.fetch();
      const isScript = route.request().url().endsWith('.js');
      const added = isScript ? '\n;globalThis.changed = true;' : 'body{--changed:yes}';
      return route.fulfill({ response, body: (await response.text()) + added });
    });
  }
}

// files of one visit: one of them that ran would show, whatever became of the others
const FIRST = [/\/main\.\w+\.js/, /\/vendor\.\w+\.js/, /\/main\.\w+\.css/];
const LAZY = [/\/frame\.\w+\.js/, /remote-kit_src_data_index\w+\.\w+\.js/];
const LAZY_STYLE = /\/src_frame_ShortcutsOverlay_tsx\.\w+\.css/;

describe('a file of the shell that was changed', () => {
  it('scripts and stylesheets, first and lazy, and the API client - changed once in transit - never run, are requested again, and the page works', async () => {
    const { page, close } = await openSignedIn({ allow: PROVOKED });
    // the browser may request a file before its tag
    await tamperShell(page, [...FIRST, ...LAZY, LAZY_STYLE], 1);
    await page.goto(`${stage.url}/photos`);
    await heading(page).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await hasRun(page)).toBe(false);
    await close();
  });

  it.each<[string, readonly RegExp[]]>([
    ['the first scripts and the stylesheet', FIRST],
    ['a lazy script and the API client', LAZY],
    ['a lazy stylesheet', [LAZY_STYLE]],
  ])('%s - changed until repaired - never run, and the next visit works', async (_name, patterns) => {
    const { page, close } = await openSignedIn({ allow: PROVOKED });
    await tamperShell(page, patterns);
    const said = page.waitForEvent('console', (line) => line.text().includes('shell_file_unavailable'));
    await page.goto(`${stage.url}/photos`);
    if (patterns.includes(LAZY_STYLE)) {
      await heading(page).waitFor();
      await page.keyboard.press('?');
    }
    await said;
    expect(await hasRun(page)).toBe(false);
    // a page that cannot start offers it itself
    const reload = page.getByRole('link', { name: 'Reload' });
    if (patterns === FIRST) await reload.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await (patterns === FIRST ? reload.click() : page.reload());
    await heading(page).waitFor();
    expect(await hasRun(page)).toBe(false);
    await close();
  });
});

describe('a file of a remote that was changed', () => {
  it('entry, scripts and stylesheets - changed once in transit and cached by the browser - are requested past the cache, and the screen is shown', async () => {
    tamper(
      'offers',
      FILES.map(([, pattern]) => pattern),
      1,
    );
    const { page, close } = await openAt('/photos');
    await heading(page).waitFor();
    await goTo(page, 'Matches');
    await heading(page).filter({ hasText: /match/i }).waitFor();
    expect(await hasRun(page)).toBe(false);
    await close();
  });

  it.each([['the manifest', /mf-manifest/], ...FILES] as const)(
    '%s - changed until repaired - never runs, other screens work, and the next navigation needs no reload or click',
    async (_name, pattern) => {
      tamper('offers', [pattern]);
      const { page, close } = await openAt('/photos');
      await heading(page).waitFor();
      await page.evaluate(() => ((globalThis as { mark?: boolean }).mark = true));
      await goTo(page, 'Matches');
      await panel(page).waitFor();
      expect(await hasRun(page)).toBe(false);
      await goTo(page, 'Availability');
      await heading(page)
        .filter({ hasText: /availability/i })
        .waitFor();
      stage.faults.clear();
      await goTo(page, 'Matches');
      await heading(page).filter({ hasText: /match/i }).waitFor();
      expect(await panel(page).count()).toBe(0);
      expect(await hasRun(page)).toBe(false);
      expect(await page.evaluate(() => 'mark' in globalThis)).toBe(true);
      await close();
    },
  );

  it.each([
    ['the exposed style', /expose_remote.*\.css/],
    ['a lazy style', /screen-matches.*\.css/],
  ])(
    '%s - missing at its origin - is shown unstyled, with a notice, and is whole after a reload',
    async (_name, pattern) => {
      stage.faults.set('offers', (request, response) => {
        if (!pattern.test(request.url ?? '')) return false;
        response.writeHead(404, { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }).end();
        return true;
      });
      const { page, close } = await openAt('/photos');
      await heading(page).waitFor();
      await goTo(page, 'Matches');
      await heading(page).filter({ hasText: /match/i }).waitFor();
      expect(await panel(page).count()).toBe(0);
      const word = page.getByText('Some styles of this page did not load.');
      await word.waitFor();
      stage.faults.clear();
      await page.getByRole('button', { name: 'Reload' }).click();
      await word.waitFor({ state: 'detached' });
      await heading(page).filter({ hasText: /match/i }).waitFor();
      await close();
    },
  );

  it('a dialog - its script changed until it is repaired - fails alone, without the screen, and opens when tried again', async () => {
    tamper('photos', [/CropDialog.*\.js/]);
    const { page, close } = await openAt('/photos');
    await heading(page).waitFor();
    const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    const failed = page.getByRole('dialog', { name: 'This could not be opened' });
    await failed.waitFor();
    expect(await panel(page).count()).toBe(0);
    stage.faults.clear();
    await failed.getByRole('button', { name: 'Try Again' }).click();
    await failed.waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor();
    expect(await hasRun(page)).toBe(false);
    await close();
  });

  it('every script and stylesheet - of a page and the screens visited from it - has a hash', async () => {
    const { page, close } = await openSignedIn();
    await page.addInitScript(() => {
      const seen: string[] = ((globalThis as unknown as { unchecked: string[] }).unchecked = []);
      const look = (node: Node) => {
        const { src = '', rel = '', as, href = '', integrity } = node as HTMLScriptElement & HTMLLinkElement;
        // no browser verifies a font
        const isFile =
          node instanceof HTMLScriptElement ? src !== '' : /stylesheet|preload/.test(rel) && as !== 'font';
        if (isFile && !integrity) seen.push(src || href);
      };
      new MutationObserver((records) => {
        for (const { addedNodes } of records) addedNodes.forEach(look);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    for (const name of ['Matches', 'Photos', 'Profile']) {
      await goTo(page, name);
      await heading(page)
        .filter({ hasText: new RegExp(name, 'i') })
        .waitFor();
    }
    const unchecked = await page.evaluate(() => (globalThis as unknown as { unchecked: string[] }).unchecked);
    expect(unchecked).toEqual([]);
    await close();
  });
});
