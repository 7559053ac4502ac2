import type { Page } from 'playwright-core';
import { addRemote } from '@flint/scripts/release/registry/commands';
import { openTeam, type Team } from '@flint/scripts/release/registry/testing/team-elsewhere';
import { expectAccessible } from '@flint/testing/accessible';
import { COMPONENT } from './elsewhere-remotes';
import { writeFixtureRemote } from './fixture-remote';
import { openTestPlace, registryAt } from './release-builds';
import { openSignedIn, useStage } from './stage';

let team: Team;
const stage = useStage(async () => {
  const place = openTestPlace();
  team = await openTeam();
  const built = (text: string, build: string) =>
    writeFixtureRemote({ id: 'clubs', exposes: COMPONENT(text), build });
  await team.release('fixture0', { dist: await built('Chess', 'fixture0') });
  await team.releaseTest('fixture1', await built('Rowing', 'fixture1'));
  const [screen] = team.entry().screens;
  const entry = team.entry({ screens: [{ ...screen!, seenBy: 'testers' }] });
  await addRemote(await registryAt(place), entry);
  return { releases: place };
}, [beforeAll, afterAll]);
afterAll(() => team.close());

const openPalette = async (page: Page, typed: string) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill(typed);
};

describe('testers', () => {
  it('a student - in navigation, palette and responses - finds no screen for testers', async () => {
    await using opened = await openSignedIn();
    await opened.page.goto(`${stage.url}/clubs`);
    await opened.page.getByText('There is nothing at this address.').waitFor();
    await openPalette(opened.page, 'remotes');
    await opened.page.getByText('No results').waitFor();
    expect(await (await fetch(`${stage.url}/remotes.json`)).text()).not.toContain('clubs');
    expect((await fetch(`${stage.url}/testers.json`)).status).toBe(404);
    const pressed = await fetch(`${stage.url}/testers`, { method: 'POST', redirect: 'manual' });
    expect([pressed.status, pressed.headers.get('set-cookie')]).toEqual([403, null]);
  });

  it('a tester - in the panel - sees every remote, opens a signed preview of a change, and goes back', async () => {
    await using opened = await openSignedIn();
    const { page } = opened;
    await page.goto(`${stage.url}/testers`);
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.waitForURL(`${stage.url}/`);
    await page.goto(`${stage.url}/clubs`);
    await page.getByRole('heading', { name: 'Chess at clubs' }).waitFor();
    await openPalette(page, 'remotes');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Remotes', exact: true });
    const row = (id: string) =>
      panel.getByRole('row').filter({ has: page.getByRole('button', { name: id }) });
    await row('clubs').filter({ hasText: 'Ready' }).waitFor();
    const cells = await row('clubs').getByRole('cell').allTextContents();
    expect(cells[1]).toMatch(/^\d+ ms$/);
    expect([cells[0], ...cells.slice(2)]).toEqual([
      'Ready',
      '9.9.9-fixture0',
      new URL(team.url).host,
      '–',
      'Student union',
    ]);
    expect(await row('auth').getByRole('cell').first().textContent()).toBe('Not loaded yet');
    await expectAccessible(page);
    const known = await page.evaluate(() => {
      const { moduleInfo, __INSTANCES__ } = (globalThis as never as { __FEDERATION__: any }).__FEDERATION__;
      return [
        moduleInfo.flint_clubs.version,
        __INSTANCES__[0].options.remotes.map(({ name }: { name: string }) => name.split('@')[0]),
      ];
    });
    expect(known).toEqual(['9.9.9-fixture0', expect.arrayContaining(['flint_clubs'])]);
    await row('clubs').getByRole('button').click();
    await panel.getByRole('button', { name: 'Open it here' }).click();
    await page.getByText('You see a test release:').waitFor();
    await page.goto(`${stage.url}/clubs`);
    await page.getByRole('heading', { name: 'Rowing at clubs' }).waitFor();
    await openPalette(page, 'remotes');
    await page.keyboard.press('Enter');
    await row('clubs').filter({ hasText: 'Preview' }).waitFor();
    await page.keyboard.press('k');
    await panel.getByRole('heading', { name: 'Releases of clubs' }).waitFor();
    await panel.getByRole('button', { name: 'Return to the live release' }).click();
    await page.waitForURL(`${stage.url}/`);
    await page.goto(`${stage.url}/clubs`);
    await page.getByRole('heading', { name: 'Chess at clubs' }).waitFor();
  });
});
