import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { changed, FILES, hasRun, PROVOKED } from './changed-files';
import { heading } from './screens';
import { openSignedIn, useStage } from './stage';

const stage = useStage();

const tamper = (id: string, pattern: RegExp, times = Infinity) =>
  stage.faults.set(id, changed(stage.remotes.get(id)?.dir ?? '', pattern, times));

const panel = (page: Page) => page.locator('#main .remote-failure');
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

async function openAt(path: string) {
  const opened = await openSignedIn({ allow: PROVOKED });
  await opened.page.goto(stage.url + path);
  return opened;
}

/** Changes matching files of the shell in transit, `times` times. */
async function tamperShell(page: Page, pattern: RegExp, times = Infinity): Promise<void> {
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

/** Files of the shell, and the key that opens what loads one, if any. */
const SHELL_FILES: readonly [string, RegExp, string | null][] = [
  ['the main script', /\/main\.\w+\.js/, null],
  ['the vendor script', /\/vendor\.\w+\.js/, null],
  ['the stylesheet', /\/main\.\w+\.css/, null],
  ['a lazy script', /\/frame\.\w+\.js/, null],
  ['a lazy stylesheet', /\/src_frame_ShortcutsOverlay_tsx\.\w+\.css/, '?'],
  ['the API client', /remote-kit_src_data_index\w+\.\w+\.js/, null],
];

async function openPhotos(page: Page, key: string | null): Promise<void> {
  await page.goto(`${stage.url}/photos`);
  if (key === null) return;
  await heading(page).waitFor();
  await page.keyboard.press(key);
}

describe('a file of the shell that was changed', () => {
  it.each(SHELL_FILES)(
    '%s - changed once in transit - never runs, is requested again, and the page works',
    async (_name, pattern, key) => {
      const { page, close } = await openSignedIn({ allow: PROVOKED });
      // the browser may request the file before its tag
      await tamperShell(page, pattern, 1);
      await openPhotos(page, key);
      await heading(page).waitFor();
      expect(await hasRun(page)).toBe(false);
      await close();
    },
  );

  it.each(SHELL_FILES)(
    '%s - changed until it is repaired - never runs, and the next visit works',
    async (_name, pattern, key) => {
      const { page, close } = await openSignedIn({ allow: PROVOKED });
      await tamperShell(page, pattern);
      const said = page.waitForEvent('console', (line) => line.text().includes('shell_file_unavailable'));
      await openPhotos(page, key);
      await said;
      expect(await hasRun(page)).toBe(false);
      await page.unrouteAll({ behavior: 'wait' });
      await page.reload();
      await heading(page).waitFor();
      expect(await hasRun(page)).toBe(false);
      await close();
    },
  );
});

describe('a file of a remote that was changed', () => {
  it.each(FILES)(
    '%s - changed once in transit and cached by the browser - is requested past the cache, and the screen is shown',
    async (_name, pattern) => {
      tamper('offers', pattern, 1);
      const { page, close } = await openAt('/photos');
      await heading(page).waitFor();
      await goTo(page, 'Matches');
      await heading(page).filter({ hasText: /match/i }).waitFor();
      expect(await hasRun(page)).toBe(false);
      await close();
    },
  );

  it.each(FILES)(
    '%s - changed until it is repaired - never runs, other screens work, and Try again needs no reload',
    async (_name, pattern) => {
      tamper('offers', pattern);
      const { page, close } = await openAt('/photos');
      await heading(page).waitFor();
      await goTo(page, 'Matches');
      await panel(page).waitFor();
      expect(await hasRun(page)).toBe(false);
      await goTo(page, 'Availability');
      await heading(page)
        .filter({ hasText: /availability/i })
        .waitFor();
      await goTo(page, 'Matches');
      // the visit itself retries once: only after a click that fails, too, no request is in progress
      await panel(page).getByRole('button', { name: 'Try again' }).click();
      await panel(page).getByRole('button', { name: 'Try again', disabled: false }).waitFor();
      stage.faults.clear();
      await panel(page).getByRole('button', { name: 'Try again' }).click();
      await heading(page).filter({ hasText: /match/i }).waitFor();
      expect(await hasRun(page)).toBe(false);
      await close();
    },
  );

  it.each([
    ['the exposed style', /expose_remote.*\.css/],
    ['a lazy style', /MatchesScreen.*\.css/],
  ])(
    '%s - missing at its origin - costs its looks: the screen stands, says so, and is whole after a reload',
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
      const word = page.getByText('This page looks plain: some of its styles did not load.');
      await word.waitFor();
      stage.faults.clear();
      await page.getByRole('button', { name: 'Reload' }).click();
      await word.waitFor({ state: 'detached' });
      await heading(page).filter({ hasText: /match/i }).waitFor();
      await close();
    },
  );

  it('a dialog - its script changed until it is repaired - fails alone, without the screen, and opens when tried again', async () => {
    tamper('photos', /CropDialog.*\.js/);
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
        const { src = '', rel, href = '', integrity } = node as HTMLScriptElement & HTMLLinkElement;
        const isFile = node instanceof HTMLScriptElement ? src !== '' : /stylesheet|preload/.test(rel ?? '');
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
