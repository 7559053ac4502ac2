import type { Page } from 'playwright-core';
import type { RegistryEntry } from '@flint/contracts/registry';
import type { ReleasePlace } from '@flint/scripts/release/place';
import { addRemote, removeRemote } from '@flint/scripts/release/registry/commands';
import { openTeam, type Team } from '@flint/scripts/release/registry/testing/team-elsewhere';
import { until } from '@flint/testing/until';
import { COMPONENT, MOUNTED } from './elsewhere-remotes';
import { writeFixtureRemote } from './fixture-remote';
import { openTestPlace, registryAt } from './release-builds';
import { goTo } from './screens';
import { MISSING, openSignedIn, useStage } from './stage';

let place: ReleasePlace;
let team: Team;
const stage = useStage(async () => {
  place = openTestPlace();
  team = await openTeam();
  return { releases: place };
});
afterEach(() => team.close());

const releaseOf = async (exposes: string, rest: Partial<Parameters<typeof writeFixtureRemote>[0]> = {}) =>
  team.release('fixture0', { dist: await writeFixtureRemote({ id: 'clubs', exposes, ...rest }) });
const register = async (changes: Partial<RegistryEntry> = {}) =>
  addRemote(await registryAt(place), team.entry(changes));

const nav = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
/** Focuses the tab again, as a student does, until the condition holds. */
const lookUntil = (page: Page, isThere: () => Promise<boolean>) =>
  until(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    return isThere();
  });

describe('a remote that lives elsewhere', () => {
  it('a component - registered while a tab is open - appears in its navigation, runs, and is removed', async () => {
    await using opened = await openSignedIn();
    const { page } = opened;
    await page.goto(`${stage.url}/offers`);
    await nav(page, 'Photos').waitFor();
    expect(await nav(page, 'Clubs').count()).toBe(0);
    await releaseOf(COMPONENT('Chess'), { globalName: 'clubs_of_campus' });
    await register();
    await lookUntil(page, async () => (await nav(page, 'Clubs').count()) > 0);
    const names = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();
    expect(names.map((name) => name.replace(/\d.*/, '').trim())).toEqual([
      'Matches',
      'Offers',
      'Availability',
      'Clubs',
      'Photos',
      'Questions',
      'Profile',
      'Settings',
      '? Help',
    ]);
    await nav(page, 'Clubs').click();
    await heading(page, 'Chess at clubs');
    expect(new URL(page.url()).pathname).toBe('/clubs');
    expect(await page.title()).toMatch(/^Clubs/);
    await page.getByRole('button', { name: 'Joined 0' }).click();
    await page.getByRole('button', { name: 'Joined 1' }).waitFor();
    await removeRemote(await registryAt(place), 'clubs');
    await lookUntil(page, async () => (await nav(page, 'Clubs').count()) === 0);
    await page.getByText('There is nothing at this address.').waitFor();
  });

  it('an ECMAScript module that mounts itself - has texts, drafts, navigation and data, and is taken down when it says so', async () => {
    await releaseOf(MOUNTED('Mounted'), { isModule: true, globalName: 'clubsContainer' });
    await register();
    await using opened = await openSignedIn({ allow: [...MISSING, /remote_crashed clubs/] });
    const { page } = opened;
    await page.context().addInitScript(`localStorage.setItem('flint-language', 'fr')`);
    await page.goto(`${stage.url}/clubs`);
    await heading(page, 'Mounted clubs first fr signedIn');
    await page.getByText('Bonjour des clubs').waitFor();
    await page.getByLabel('Idea').fill('A night of chess');
    await page.getByRole('button', { name: 'Tab' }).click();
    await heading(page, 'Mounted clubs second fr signedIn');
    await page.getByRole('button', { name: 'Say' }).click();
    await page.getByText('Said by clubs').waitFor();
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText(/^\{"data":/).waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/offers$/);
    await page.waitForFunction(() => (globalThis as { clubsLeft?: number }).clubsLeft === 1);
    await page.goto(`${stage.url}/clubs`);
    expect(await page.getByLabel('Idea').inputValue()).toBe('A night of chess');
    await page.getByRole('button', { name: 'Break' }).click();
    await page.locator('.remote-failure[data-code=remote_crashed]').waitFor();
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await heading(page, 'Mounted clubs first fr signedIn');
  });

  it.each([
    ['the wire', ['fetch', 'script', 'other']],
    ['the way to the module alone, after it was checked', ['script', 'other']],
  ])(
    'an ECMAScript module - any of its files changed on %s - never runs, and the rest of the app does',
    async (_where, types) => {
      await releaseOf(COMPONENT('Chess'), { isModule: true });
      await register();
      await using opened = await openSignedIn({
        allow: [...MISSING, /remote_(file_changed|file_unavailable|unavailable) clubs/, /[Ii]ntegrity/],
      });
      const { page } = opened;
      let isChanged = true;
      await page.route(/\/files\/screen\./, async (route) => {
        const answer = await route.fetch();
        const body = `globalThis.clubsRan = true;${await answer.text()}`;
        await route.fulfill({
          response: answer,
          body: isChanged && types.includes(route.request().resourceType()) ? body : await answer.text(),
        });
      });
      await page.goto(`${stage.url}/clubs`);
      await page.locator('.remote-failure[data-code=remote_unavailable]').waitFor();
      expect(await page.evaluate(() => 'clubsRan' in globalThis)).toBe(false);
      await goTo(page, 'Photos');
      isChanged = false;
      await nav(page, 'Clubs').click();
      await heading(page, 'Chess at clubs');
    },
  );

  it('the content security policy - after each change of the registry - names the registered origins', async () => {
    const policy = async () =>
      (await fetch(`${stage.url}/`, { headers: { accept: 'text/html' } })).headers.get(
        'content-security-policy',
      ) ?? '';
    expect(await policy()).not.toContain(team.url);
    await releaseOf(COMPONENT('Chess'));
    await register();
    await (await fetch(`${stage.url}/remotes.json`)).text();
    const [scripts, connect] = ['script-src', 'connect-src'].map(
      (name) => new RegExp(`${name}[^;]*${team.url}`),
    );
    expect(await policy()).toMatch(scripts!);
    expect(await policy()).toMatch(connect!);
    await removeRemote(await registryAt(place), 'clubs');
    expect(await policy()).not.toContain(team.url);
  });
});
