import type { Page } from 'playwright-core';
import { expectAccessible, openPage } from '@flint/testing/browser';
import { browser, openSignedIn, signIn, useStage } from './stage';
import { writeFixtureRemote } from './fixture-remote';

/** Two long screens and a field, to test focus, scrolling and typing. */
const OFFERS = `(() => {
  const kit = () => lent('@flint/remote-kit');
  const h = (...args) => lent('react').createElement(...args);
  return { default: { contract: 1, id: 'offers', Root: ({ screen }) => {
    const { setUnsaved, navigation } = kit().usePlatform();
    return h('div', null,
      h('h1', { 'data-page-heading': true }, screen === 'offers' ? 'Your Offers' : 'Matches for you'),
      h('label', null, 'Note ', h('input', { onChange: (e) => setUnsaved('note', e.target.value ? '1 note' : null) })),
      h('div', { style: { height: 3000 } }),
      h('button', { onClick: () => navigation.goTo('matches', { to: 'u2' }) }, 'Browse'));
  } } };
})()`;

const stage = useStage(
  async () => ({ replace: { offers: await writeFixtureRemote({ id: 'offers', exposes: OFFERS }) } }),
  [beforeAll, afterAll],
);

async function open(path: string, options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openSignedIn({ viewport: { width: 1280, height: 800 }, ...options });
  await opened.page.goto(stage.url + path);
  await opened.page.locator('#main [data-page-heading]').waitFor();
  return opened;
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** Waits until a value is as expected; fails with the last value. */
async function eventually<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  const until = Date.now() + 20_000;
  while (Date.now() < until && (await read()) !== wanted) await new Promise((done) => setTimeout(done, 30));
  expect(await read()).toBe(wanted);
}

describe('frame', () => {
  it('navigation - forward from far down, back, then by a remote - starts at the top, restores the scroll position, and takes a parameter', async () => {
    const { page, close } = await open('/offers');
    await page.evaluate(() => window.scrollTo(0, 1200));
    await eventually(() => scrollY(page), 1200);
    await link(page, 'Matches').click();
    await heading(page, 'Matches for you').waitFor();
    await eventually(() => scrollY(page), 0);
    await page.goBack();
    await heading(page, 'Your Offers').waitFor();
    await eventually(() => scrollY(page), 1200);
    await page.getByRole('button', { name: 'Browse' }).click();
    await heading(page, 'Matches for you').waitFor();
    expect(page.url()).toBe(`${stage.url}/matches?to=u2`);
    await close();
  });

  it('navigation - by a click, with motion and without - fades once or never, changes address and title, and moves the focus to the heading', async () => {
    const { page, close } = await open('/photos');
    for (const [reducedMotion, times] of [
      ['no-preference', 1],
      ['reduce', 0],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await page.goto(`${stage.url}/photos`);
      await heading(page, 'Add Your Photos').waitFor();
      expect(await page.title()).toBe('Photos · Flint');
      await page.evaluate(() => {
        const start = document.startViewTransition.bind(document);
        Object.assign(window, { fades: 0 });
        document.startViewTransition = (update) => {
          (window as unknown as { fades: number }).fades += 1;
          return start(update);
        };
      });
      await link(page, 'Offers').click();
      await heading(page, 'Your Offers').waitFor();
      await eventually(() => focused(page), 'Your Offers');
      expect(await page.evaluate(() => (window as unknown as { fades: number }).fades)).toBe(times);
      expect(new URL(page.url()).pathname).toBe('/offers');
      expect(await page.title()).toBe('Offers · Flint');
      expect(await link(page, 'Offers').getAttribute('aria-current')).toBe('page');
    }
    await close();
  });

  it('command palette - typed into before its code is loaded - loses no letter, and no key acts on the screen', async () => {
    const { page, close } = await open('/photos');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/CommandPalette\w*\.\w+\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('go off');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/photos');
    release();
    await heading(page, 'Your Offers').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzz');
    await page.getByText('No results for “zzz”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await close();
  });

  it('keys - g then o, and ? - go to offers and show the overview, but not while typing or when switched off', async () => {
    const { page, close } = await open('/photos');
    await page.keyboard.type('go');
    await heading(page, 'Your Offers').waitFor();
    await page.getByRole('textbox', { name: 'Note' }).fill('');
    await page.getByRole('textbox', { name: 'Note' }).pressSequentially('gp?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/offers');
    await page.getByRole('textbox', { name: 'Note' }).fill('');
    await heading(page, 'Your Offers').focus();
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'One-key actions' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.type('gp');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/offers');
    await close();
  });

  it('skip link - the first Tab - leads past the navigation', async () => {
    const { page, close } = await open('/offers');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await close();
  });

  it('status line - offline, unsaved work and version - shows all three, and leaving asks first', async () => {
    // prefetches in progress may fail while the page is offline
    const { page, close } = await open('/offers', { allow: [/ERR_INTERNET_DISCONNECTED/, /ChunkLoadError/] });
    await page.getByText('Connected').waitFor();
    await page.getByText(/^offers 9\.9\.9-fixture0$/).waitFor({ state: 'attached' });
    await page.getByRole('textbox', { name: 'Note' }).fill('x');
    await page.getByText('Not saved yet: 1 note').waitFor();
    await page.context().setOffline(true);
    await page.getByText('Offline').waitFor();
    await page.context().setOffline(false);
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.evaluate(() => location.reload());
    expect(await asked).toBe('beforeunload');
    await page.getByRole('textbox', { name: 'Note' }).fill('');
    await page.getByText('Everything saved').waitFor();
    await close();
  });

  it('axe - the welcome page and the page before the app, a stranger’s and a student’s, narrow and wide, light and dark - finds nothing', async () => {
    const allow = [/ERR_/, /\[flint\] shell_file_unavailable/, /status of 404/];
    const { page, close } = await openPage(browser, { allow });
    const expectFine = async () => {
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [1280, 'dark'],
        [390, 'light'],
        [390, 'dark'],
        [320, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 780 });
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
      }
    };
    await page.goto(`${stage.url}/`);
    await page.locator('#main [data-page-heading]').waitFor();
    await expectFine();
    await page.route(/main\..*\.js$/, (route) => route.abort());
    await page.goto(stage.url);
    await page.getByText('Lightning-fast dating').waitFor();
    await expectFine();
    await signIn(page.context());
    await page.goto(stage.url);
    await heading(page, 'Flint').waitFor();
    await expectFine();
    await close();
  });
});
