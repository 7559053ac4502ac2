import { CUT_OFF, type TestPage } from '@flint/testing/browser';
import type { Page } from 'playwright-core';
import { addRemote } from '@flint/scripts/release/registry/commands';
import { openTeam, type Team } from '@flint/scripts/release/registry/testing/team-elsewhere';
import { FRAMED } from './elsewhere-remotes';
import { writeFixtureRemote } from './fixture-remote';
import { openTestPlace, registryAt } from './release-builds';
import { goTo } from './screens';
import { MISSING, openSignedIn, useStage } from './stage';

const NEVER = 'await new Promise(() => {});';

/** What a mount does that is no harm. */
const LAWFUL = {
  restless: `element.innerHTML = '<h1>Restless</h1>'; platform.navigation.goTo('offers'); platform.navigation.back();
    await platform.data.call({ method: 'GET', path: '/profile?after=both' });`,
  busy: `element.innerHTML = '<h1>Busy</h1>'; for (const tab of ['a', 'b', 'c']) platform.navigation.goTo('clubs', { tab });`,
} as const;
const HARMFUL = {
  'floods the channel': `element.innerHTML = '<h1>Flood</h1>'; setTimeout(() => { for (let n = 0; n < 100_000; n++) platform.notify('x', 'info'); });`,
  'loads another document': `location.reload(); ${NEVER}`,
  'goes to another page of Flint': `location.href = '/offers'; ${NEVER}`,
  'goes to another origin': `location.href = 'http://127.0.0.1:9/'; ${NEVER}`,
} as const;
const HANGING = {
  'never yields': `for (;;) {}`,
  'stops to answer later': `element.innerHTML = '<h1>Sleepy</h1>'; setTimeout(() => { for (;;) {} });`,
} as const;
type Case = keyof typeof LAWFUL | keyof typeof HARMFUL | keyof typeof HANGING;

/** FRAMED, or the case that the address names. */
const EXPOSED = `(() => {
  const framed = (${FRAMED}).default;
  const cases = { ${Object.entries({ ...LAWFUL, ...HARMFUL, ...HANGING })
    .map(([name, code]) => `${JSON.stringify(name)}: async (element, platform) => { ${code} }`)
    .join(',\n')} };
  const mount = (element, platform) => (cases[platform.now().params.case] ?? framed.mount)(element, platform);
  return { default: { ...framed, mount } };
})()`;

async function openFramed(exposes: string) {
  const place = openTestPlace();
  const team = await openTeam();
  await team.release('fixture0', { dist: await writeFixtureRemote({ id: 'clubs', exposes }) });
  await addRemote(await registryAt(place), team.entry({ trust: 'foreign', routes: ['GET /profile'] }));
  return { team, place };
}

let team: Team;
const stage = useStage(async () => {
  const opened = await openFramed(EXPOSED);
  team = opened.team;
  return { releases: opened.place, ownOrigin: true };
}, [beforeAll, afterAll]);
afterAll(() => team.close());

const at = (name: Case) => `${stage.url}/clubs?case=${encodeURIComponent(name)}`;

/** The script that signs the student in runs in the frame, too, which has no storage. */
const FRAME = [...MISSING, /localStorage/];
const CRASHED = [...FRAME, /remote_crashed clubs/, /remote_threw clubs/, /thrown by clubs/];
const toClubs = (page: Page) => page.locator('nav').getByRole('link', { name: 'Clubs' }).click();
const screen = (page: Page) => page.frameLocator('#main iframe');
const heading = (page: Page, name: string) => screen(page).getByRole('heading', { name }).waitFor();
const button = (page: Page, name: string) => screen(page).getByRole('button', { name });
/** By a key: the frame is as high as its last answer a moment later, which may move a button away from under a click. */
const press = (page: Page, name: string) => button(page, name).press('Enter');
const panel = (page: Page) => page.locator('.remote-failure[data-code=remote_crashed]');
/** The frame is asked every 300 ms whether it answers, instead of every 5 s. */
const hasten = (page: Page) =>
  page.addInitScript(() => {
    const { setInterval: often } = globalThis;
    globalThis.setInterval = ((work: () => void, ms = 0) =>
      often(work, ms === 5_000 ? 300 : ms)) as typeof setInterval;
  });

describe('a remote of another owner', () => {
  it('in its frame - has texts, theme, drafts, forms, its own history, granted routes, height, focus and links, and no more', async () => {
    const allowOrigins = ['https://club.test'];
    await using opened = await openSignedIn({ allow: [...CRASHED, ...CUT_OFF], allowOrigins });
    const { page } = opened;
    await page.context().addInitScript(`localStorage.setItem('flint-language', 'fr')`);
    await page.goto(`${stage.url}/offers`);
    await toClubs(page);
    await heading(page, 'Framed clubs first fr signedIn [] light online');
    await screen(page).getByText('Bonjour des clubs').waitFor();
    // the focus of a new screen is on its heading
    await screen(page).locator('h1:focus').waitFor();
    expect(await page.locator('#main iframe').getAttribute('tabindex')).toBeNull();
    await screen(page).getByLabel('Idea').fill('A night of chess');
    await press(page, 'Tab');
    await heading(page, 'Framed clubs second fr signedIn [] light online');
    expect(new URL(page.url()).search).toBe('?tab=second');
    await page.goBack();
    await heading(page, 'Framed clubs first fr signedIn [] light online');
    await screen(page).getByRole('link', { name: 'Second' }).press('Enter');
    await heading(page, 'Framed clubs second');
    await press(page, 'Say');
    await page.getByText('Clubs: Said by clubs').waitFor();
    await page.context().route('https://club.test/rules', (route) => route.fulfill({ body: 'Rules' }));
    await screen(page).getByRole('link', { name: 'Outside' }).press('Enter');
    await page.getByText('Clubs: https://club.test/rules').waitFor();
    const tab = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Ouvrir' }).click();
    await (await tab).waitForURL('https://club.test/rules');
    await (await tab).close();
    await press(page, 'Ask /profile');
    await screen(page)
      .getByText(/^\{"data":/)
      .waitFor();
    await press(page, 'Ask /photos');
    await screen(page)
      .getByText(/^\{"error":\{"status":403,"code":"forbidden"/)
      .waitFor();
    await press(page, 'Grow');
    await page.waitForFunction(() => document.querySelector('#main iframe')!.clientHeight === 20_000);
    const doc = screen(page).locator('html');
    expect(await doc.evaluate((element) => (element.scrollTo(0, 1e6), element.scrollTop > 9_000))).toBe(true);
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
    await heading(page, 'dark online');
    const background = await screen(page)
      .locator('h1')
      .evaluate((element) => getComputedStyle(element).colorScheme);
    expect(background).toBe('dark');
    await page.context().setOffline(true);
    await heading(page, 'dark offline');
    await page.context().setOffline(false);
    const reported = page.waitForEvent('console', (message) => message.text().includes('remote_threw clubs'));
    await press(page, 'Throw');
    await reported;
    await press(page, 'Leave');
    await page.waitForURL(/\/offers$/);
    await page.goto(`${stage.url}/clubs`);
    expect(await screen(page).getByLabel('Idea').inputValue()).toBe('A night of chess');
    await press(page, 'Break');
    await panel(page).waitFor();
    expect(await page.locator('#main iframe').count()).toBe(0);
  });

  it('in its frame - without a connection, after a visit with one - is shown from what the browser has', async () => {
    await using opened = await openSignedIn({ serviceWorkers: 'allow', allow: [/./] });
    const { page } = opened;
    await page.goto(`${stage.url}/offers`);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await toClubs(page);
    await heading(page, 'Framed clubs first');
    await page.context().setOffline(true);
    await page.reload();
    await heading(page, 'Framed clubs first en signedIn [] light offline');
  });

  it('a screen that takes the student away - without a touch - stays where it is', async () => {
    await using opened = await openSignedIn({ allow: FRAME });
    const { page } = opened;
    await page.route('**/profile?after=both', (route) => route.fulfill({ json: {} }));
    await page.goto(`${stage.url}/photos`);
    // Playwright reads a page as if a student acted: nothing is read before the shell has heard both
    const heard = page.waitForRequest('**/profile?after=both');
    await page.goto(at('restless'));
    await heard;
    expect(new URL(page.url()).pathname).toBe('/clubs');
    await heading(page, 'Restless');
  });

  it('a screen that moves on by itself - without a touch - adds nothing to the history', async () => {
    await using opened = await openSignedIn({ allow: FRAME });
    const { page } = opened;
    await page.goto(`${stage.url}/photos`);
    await page.goto(at('busy'));
    await page.waitForURL(/tab=c$/);
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/photos');
  });

  describe('a screen', () => {
    const pages = {} as Record<'plain' | 'hasty', TestPage>;
    beforeAll(async () => {
      const allow = [...CRASHED, /[Ff]rame/, /Unsafe/];
      for (const kind of ['plain', 'hasty'] as const) pages[kind] = await openSignedIn({ allow });
      await hasten(pages.hasty.page);
    });
    afterAll(async () => {
      for (const opened of Object.values(pages)) await opened.close();
    });

    it.each([
      ...(Object.keys(HARMFUL) as (keyof typeof HARMFUL)[]).map((name) => [name, 'plain'] as const),
      ...(Object.keys(HANGING) as (keyof typeof HANGING)[]).map((name) => [name, 'hasty'] as const),
    ])('that %s - is cut off with its panel, and the rest runs on', async (name, kind) => {
      const { page } = pages[kind];
      await page.goto(at(name));
      await panel(page).waitFor();
      expect(await page.locator('#main iframe').count()).toBe(0);
      await goTo(page, 'Photos');
      await page.getByRole('heading', { level: 1, name: 'Photos' }).waitFor();
    });
  });

  it('its files - changed on the way - never run', async () => {
    await using opened = await openSignedIn({ allow: [...FRAME, /remote_\w+ clubs/] });
    const { page } = opened;
    await page.route(/\/files\/remoteEntry\./, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `globalThis.changed = true;${await response.text()}` });
    });
    await page.goto(`${stage.url}/clubs`);
    await page.locator('.remote-failure[data-code=remote_unavailable]').waitFor();
    expect(await page.locator('#main iframe').count()).toBe(0);
    // a download that still runs ends with the page
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
