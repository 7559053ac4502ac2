import type { Page } from 'playwright-core';
import { CUT_OFF, expectAccessible, openPage, type TestPage } from '@flint/testing/browser';
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

let student: TestPage;
beforeAll(async () => {
  student = await openSignedIn({ viewport: { width: 1280, height: 800 }, allow: CUT_OFF });
});
afterAll(() => student.close());

/** The student's page, loaded again. */
async function open(path: string): Promise<Page> {
  const { page } = student;
  await page.goto(stage.url + path);
  await page.locator('#main [data-page-heading]').waitFor();
  return page;
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const scrolledTo = (page: Page, y: number) => page.waitForFunction((wanted) => window.scrollY === wanted, y);

describe('frame', () => {
  it('navigation - forward from far down, back, then by a remote - starts at the top, restores the scroll position, and takes a parameter', async () => {
    const page = await open('/offers');
    await page.evaluate(() => window.scrollTo(0, 1200));
    await scrolledTo(page, 1200);
    await link(page, 'Matches').click();
    await heading(page, 'Matches for you').waitFor();
    await scrolledTo(page, 0);
    await page.goBack();
    await heading(page, 'Your Offers').waitFor();
    await scrolledTo(page, 1200);
    await page.getByRole('button', { name: 'Browse' }).click();
    await heading(page, 'Matches for you').waitFor();
    expect(page.url()).toBe(`${stage.url}/matches?to=u2`);
  });

  it('navigation - by a click, with motion and without - fades once or never, changes address and title, and moves the focus to the heading', async () => {
    const page = await open('/photos');
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
      await page.locator('h1:focus').waitFor();
      expect(await page.evaluate(() => (window as unknown as { fades: number }).fades)).toBe(times);
      expect(new URL(page.url()).pathname).toBe('/offers');
      expect(await page.title()).toBe('Offers · Flint');
      expect(await link(page, 'Offers').getAttribute('aria-current')).toBe('page');
    }
  });

  it('command palette - typed into before its code is loaded - loses no letter, and no key acts on the screen; closed, keys do', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await student.page.route(/CommandPalette\w*\.\w+\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    const page = await open('/photos');
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
    // in one task, because a pause between them ends the sequence
    await page.evaluate(() => {
      for (const key of 'gm')
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    await heading(page, 'Matches for you').waitFor();
  });

  it('skip link - the first Tab - leads past the navigation', async () => {
    const page = await open('/offers');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  });

  it('status line - offline, unsaved work and version - shows all three; another language, which loads the page again, asks first, and keeps the work if the student stays', async () => {
    const page = await open('/offers');
    await page.getByText('Connected').waitFor();
    await page.getByText(/^offers 9\.9\.9-fixture0$/).waitFor({ state: 'attached' });
    await page.getByRole('textbox', { name: 'Note' }).fill('x');
    await page.getByText('Not saved yet: 1 note').waitFor();
    await page.context().setOffline(true);
    await page.getByText('Offline').waitFor();
    await page.context().setOffline(false);
    const chooseFrench = async (answer: 'accept' | 'dismiss') => {
      const asked = new Promise<string>((resolve) => {
        page.once('dialog', (dialog) => {
          resolve(dialog.type());
          void dialog[answer]();
        });
      });
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command' }).fill('francais');
      await page.keyboard.press('Enter');
      expect(await asked).toBe('beforeunload');
    };
    await chooseFrench('dismiss');
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('x');
    await chooseFrench('accept');
    await page.getByText('Tout est enregistré').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Principale' });
    await navigation.getByRole('link', { name: 'Invitations' }).waitFor();
  });

  it('a browser that prefers French - at the first visit - gets English and an offer of French in one tap, which is remembered', async () => {
    const { page, close } = await openPage(browser, { locale: 'fr-CA' });
    await page.goto(stage.url);
    await heading(page, 'Sign in to Flint').waitFor();
    await page.getByRole('button', { name: 'Continuer en français' }).click();
    await heading(page, 'Se connecter à Flint').waitFor();
    await page.reload();
    await heading(page, 'Se connecter à Flint').waitFor();
    expect(await page.getByRole('button', { name: 'Continuer en français' }).count()).toBe(0);
    expect(await page.title()).toBe('Se connecter · Flint');
    expect(await page.getAttribute('html', 'lang')).toBe('fr-CA');
    await page.getByRole('button', { name: 'English' }).click();
    await heading(page, 'Sign in to Flint').waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await page.reload();
    await heading(page, 'Sign in to Flint').waitFor();
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
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto(stage.url);
    await page.getByText('Lightning-fast dating').waitFor();
    const tagline = await page.locator('meta[name=description]').getAttribute('content');
    expect(tagline).toMatch(/^Lightning-fast dating for .+ students\.$/);
    await expectFine();
    await signIn(page.context());
    await page.goto(stage.url);
    await heading(page, 'Flint').waitFor();
    await expectFine();
    await close();
  });
});
