import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { startRemoteServer } from '@flint/scripts/serve/remote-server';
import { addressOf } from '@flint/scripts/serve/remotes-json';
import { openPage } from '@flint/testing/browser';
import { writeFixtureRemote } from './fixture-remote';
import { browser, openStage, signIn, useStage, withoutTimeLimits, type Fault } from './stage';
import { heading } from './screens';

jest.setTimeout(60_000);

/** What browser, federation runtime and shell log when a remote fails. */
const PROVOKED = [/Failed to load resource/, /\[flint\] remote_/, /Federation Runtime/, /integrity/i];

/** Screens by remote: address and name. */
const SCREENS = {
  onboarding: ['/', 'Questions'],
  availability: ['/availability', 'Availability'],
  photos: ['/photos', 'Photos'],
  offers: ['/offers', 'Offers'],
} as const;

const down: Fault = (request) => {
  request.socket.destroy();
  return true;
};
const hang: Fault = () => true;
const missing: Fault = (_request, response) => {
  response
    .writeHead(404, { 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    .end('<h1>no</h1>');
  return true;
};
const page200: Fault = (_request, response) => {
  const headers = {
    'access-control-allow-origin': '*',
    'content-type': 'text/html',
    'cache-control': 'no-store',
  };
  response.writeHead(200, headers).end('<!doctype html><h1>Welcome</h1>');
  return true;
};
/** The fault, for matching files only. */
const only =
  (pattern: RegExp, fault: Fault): Fault =>
  (request, response) =>
    pattern.test(request.url ?? '') && fault(request, response);

const stage = useStage();

async function signedInPage() {
  const opened = await openPage(browser, { allow: PROVOKED });
  await signIn(opened.page.context());
  return opened;
}

/** Starts at another screen: a page that is opened at the failing one retries once. */
async function goToOffers(page: Page): Promise<void> {
  await page.goto(`${stage.url}/photos`);
  await page.locator('#main [data-page-heading]').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Offers' }).click();
}

describe('a remote that fails', () => {
  it.each(Object.entries(SCREENS))(
    '%s - its origin is down - its screen shows the panel, the others work, and Try again loads it',
    async (id, [path, label]) => {
      stage.faults.set(id, down);
      const { page, close } = await signedInPage();
      await page.goto(stage.url + path);
      await page.getByRole('heading', { name: `${label} is not available right now` }).waitFor();
      const other = Object.entries(SCREENS).find(([name]) => name !== id);
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: other?.[1][1] ?? '' })
        .click();
      await heading(page).waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Try again', disabled: false }).waitFor();
      stage.faults.clear();
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading(page).waitFor();
      expect(await page.locator('#main [role=alert]').count()).toBe(0);
      await close();
    },
  );

  it('auth - its origin is down and nobody is signed in - sign-in shows the panel, and recovers', async () => {
    stage.faults.set('auth', down);
    const { page, close } = await openPage(browser, { allow: PROVOKED });
    await page.goto(`${stage.url}/offers`);
    await page.getByRole('heading', { name: 'Sign in is not available right now' }).waitFor();
    // the page retries once when the screen is shown; if it were repaired before, there would be no button
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    stage.faults.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page).waitFor();
    await close();
  });

  it.each<[string, Fault]>([
    ['the manifest hangs', only(/manifest/, hang)],
    ['the entry hangs', only(/remoteEntry/, hang)],
    ['the manifest is 404', only(/manifest/, missing)],
    ['the entry is 404', only(/remoteEntry/, missing)],
    ['the manifest is a page', only(/manifest/, page200)],
    ['the entry is a page', only(/remoteEntry/, page200)],
  ])('offers - %s - the panel comes and Try again works after repair', async (_name, fault) => {
    stage.faults.set('offers', fault);
    const { page, close } = await signedInPage();
    await page.goto(`${stage.url}/photos`);
    await page.locator('#main [data-page-heading]').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Offers' }).click();
    const panel = page.locator('[data-code=remote_unavailable]');
    await panel.waitFor();
    stage.faults.clear();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await heading(page).waitFor();
    await close();
  });

  it.each([
    ['another id', '{ default: { contract: 1, id: "photos", Root: () => null } }'],
    ['a contract two versions old', '{ default: { contract: -1, id: "offers", Root: () => null } }'],
    ['a contract of the future', '{ default: { contract: 2, id: "offers", Root: () => null } }'],
    ['no component', '{ default: { contract: 1, id: "offers" } }'],
    ['nothing', '{}'],
  ])('offers - exposes %s - is refused as a contract mismatch', async (_name, exposes) => {
    await stage.close();
    const offers = await writeFixtureRemote({ id: 'offers', exposes });
    Object.assign(stage, await openStage({ replace: { offers } }));
    const { page, close } = await signedInPage();
    await page.goto(`${stage.url}/offers`);
    await page.locator('[data-code=remote_contract_mismatch]').waitFor();
    await close();
  });

  it.each([
    [
      'throws in render',
      'remote_crashed',
      '{ default: { contract: 1, id: "offers", Root: () => { throw new Error("render") } } }',
    ],
    ['throws while loading', 'remote_unavailable', '(() => { throw new Error("load") })()'],
    ['a contract of the future', 'remote_contract_mismatch', '{ default: { contract: 2, id: "offers" } }'],
    ['no remote at all', 'remote_contract_mismatch', '{}'],
  ])(
    'offers - %s, then another release is live - only its own panel shows, its details name the release and the attempt, and Try again shows the screen',
    async (_name, code, exposes) => {
      const broken = await startRemoteServer({
        dir: await writeFixtureRemote({ id: 'offers', exposes }),
        port: 0,
      });
      stage.setAddresses((all) => ({ ...all, offers: addressOf(broken.dir, broken.url) }));
      const { page, close } = await signedInPage();
      await goToOffers(page);
      const panel = page.locator(`[data-code=${code}]`);
      const facts = panel.getByText(new RegExp(`^${code} · offers 9\\.9\\.9-fixture0 · [0-9a-f]{8}$`));
      await panel.waitFor();
      expect(await facts.isVisible()).toBe(false);
      await panel.getByText('Details for support').click();
      await facts.waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Photos' }).click();
      await heading(page).waitFor();
      await page.goBack();
      await panel.waitFor();
      stage.setAddresses(undefined);
      await panel.getByRole('button', { name: 'Try again' }).click();
      await heading(page).waitFor();
      await close();
      await broken.close();
    },
  );

  it.each([/manifest/, /remoteEntry/])(
    'offers - one byte of %s changed in transit - is refused, and Try again works once it is intact',
    async (pattern) => {
      const { dir } = stage.remotes.get('offers') ?? { dir: '' };
      stage.faults.set('offers', only(pattern, tampered(dir)));
      const { page, close } = await signedInPage();
      await goToOffers(page);
      await page.locator('[data-code=remote_unavailable]').waitFor();
      stage.faults.clear();
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading(page).waitFor();
      await close();
    },
  );

  it('offers - its origin never answers, and no time limit ends - another screen opens all the same', async () => {
    stage.faults.set('offers', hang);
    const { page, close } = await signedInPage();
    await withoutTimeLimits(page);
    await page.goto(`${stage.url}/availability`);
    await page.locator('#main [data-page-heading]').waitFor();
    const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await link('Offers').click();
    await link('Photos').click();
    await page
      .getByRole('heading', { name: /photos/i })
      .first()
      .waitFor();
    await close();
  });

  it('the first screen - of a page that contains the addresses - does not request them', async () => {
    const { page, close } = await signedInPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    expect(asked).toContain('/mf-manifest.json');
    expect(asked).not.toContain('/remotes.json');
    await close();
  });

  it('offers - is not in remotes.json, then is - Try again finds it', async () => {
    stage.setAddresses(({ offers: _gone, ...rest }) => rest);
    const { page, close } = await signedInPage();
    await page.goto(`${stage.url}/offers`);
    await page.locator('[data-code=remote_unavailable]').waitFor();
    stage.setAddresses(undefined);
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page).waitFor();
    await close();
  });
});

/** Serves a file with a space added at its end. */
function tampered(dir: string): Fault {
  return (request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
    response.writeHead(200, headers).end(`${readFileSync(`${dir}${request.url ?? ''}`, 'utf8')} `);
    return true;
  };
}
