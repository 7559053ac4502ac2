import type { Page } from 'playwright-core';
import { startRemoteServer } from '@flint/scripts/serve/remote-server';
import { addressOf } from '@flint/scripts/serve/remotes-json';
import { openPage, type TestPage } from '@flint/testing/browser';
import { writeFixtureRemote } from './fixture-remote';
import { browser, signIn, useStage, withoutTimeLimits, type Fault } from './stage';
import { heading } from './screens';

/** What browser, federation runtime and shell log when a remote fails. */
const PROVOKED = [/Failed to load resource/, /\[flint\] remote_/, /Federation Runtime/, /useAutosaver/];

const down: Fault = (request) => {
  request.socket.destroy();
  return true;
};
const hang: Fault = () => true;
/** The fault, for matching files only. */
const only =
  (pattern: RegExp, fault: Fault): Fault =>
  (request, response) =>
    pattern.test(request.url ?? '') && fault(request, response);

const stage = useStage(undefined, [beforeAll, afterAll]);
afterEach(() => {
  stage.faults.clear();
  stage.setAddresses(undefined);
});

async function signedInPage(hasClock = false) {
  const opened = await openPage(browser, { allow: PROVOKED, hasClock });
  await signIn(opened.page.context());
  return opened;
}

/** One page for the tests that load a document of their own, and change nothing on the device. */
let shared: TestPage;
beforeAll(async () => void (shared = await signedInPage()));
afterAll(() => shared.close());

/** Starts at another screen: a page that is opened at the failing one retries once. */
async function goToOffers(page: Page): Promise<void> {
  await page.goto(`${stage.url}/photos`);
  await page.locator('#main [data-page-heading]').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Offers' }).click();
}

describe('a remote that fails', () => {
  it('offers - its origin is down - its screen shows the panel, the others work, and Try again loads it', async () => {
    stage.faults.set('offers', down);
    const { page } = shared;
    await page.goto(`${stage.url}/offers`);
    await page.getByRole('heading', { name: 'Unable to Load Offers' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Questions' }).click();
    await heading(page).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('button', { name: 'Try Again', disabled: false }).waitFor();
    stage.faults.clear();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await heading(page).waitFor();
    expect(await page.locator('#main [role=alert]').count()).toBe(0);
  });

  it('auth - its origin is down and nobody is signed in - sign-in shows the panel, and recovers', async () => {
    stage.faults.set('auth', down);
    const { page, close } = await openPage(browser, { allow: PROVOKED });
    await page.goto(`${stage.url}/offers`);
    await page.getByRole('heading', { name: 'Unable to Load Sign In' }).waitFor();
    // the page retries once when the screen is shown; if it were repaired before, there would be no button
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    stage.faults.clear();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await heading(page).waitFor();
    await close();
  });

  it('offers - the entry hangs - the panel comes and Try again works after repair', async () => {
    stage.faults.set('offers', only(/remoteEntry/, hang));
    const { page, close } = await signedInPage(true);
    await goToOffers(page);
    const panel = page.locator('[data-code=remote_unavailable]');
    // the three seconds of each try
    while (!(await panel.isVisible())) await page.clock.fastForward(1_000);
    stage.faults.clear();
    await panel.getByRole('button', { name: 'Try Again' }).click();
    await heading(page).waitFor();
    await close();
  });

  it.each([
    [
      'uses a name that the kit no longer has when it renders',
      'remote_crashed',
      '{ default: { contract: 1, id: "offers", Root: () => lent("@flint/remote-kit/data").useAutosaver() } }',
    ],
    [
      'uses a name that the kit no longer has when it is loaded',
      'remote_unavailable',
      '{ default: { contract: 1, id: "offers", Root: lent("@flint/remote-kit/data").useAutosaver("offers").Root } }',
    ],
    ['a contract of the future', 'remote_contract_mismatch', '{ default: { contract: 2, id: "offers" } }'],
    [
      'built for another version of the federation runtime',
      'remote_unavailable',
      'new globalThis._FEDERATION_RUNTIME_CORE.ModuleFederationOfAnotherVersion()',
    ],
    [
      'with a share that does not fit',
      'remote_contract_mismatch',
      `(() => { for (const version of Object.keys(scope.react)) if (!version.startsWith('18.'))
        throw new Error(\`Version \${version} of react does not satisfy ^18.0.0\`); })()`,
    ],
  ])(
    'offers - %s, then another release is live - only its own panel shows, its details name the release and the attempt, and Try again shows the screen',
    async (_name, code, exposes) => {
      const broken = await startRemoteServer({
        dir: await writeFixtureRemote({ id: 'offers', exposes }),
        port: 0,
      });
      stage.setAddresses((all) => ({ ...all, offers: addressOf(broken.dir, broken.url) }));
      const { page } = shared;
      await goToOffers(page);
      const panel = page.locator(`[data-code=${code}]`);
      const facts = panel.getByText(new RegExp(`^${code} · offers 9\\.9\\.9-fixture0 · [0-9a-f]{8}$`));
      await panel.waitFor();
      expect(await facts.isVisible()).toBe(false);
      await panel.getByText('Details for support').click();
      await facts.waitFor();
      const attempt = (await facts.textContent())!;
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Photos' }).click();
      await heading(page).waitFor();
      await page.goBack();
      // a visit loads it again, unless it ran: that attempt must have failed before another release is live
      const again = code === 'remote_crashed' ? facts : facts.filter({ hasNotText: attempt });
      await again.waitFor({ state: 'attached' });
      stage.setAddresses(undefined);
      await panel.getByRole('button', { name: 'Try Again' }).click();
      await heading(page).waitFor();
      await broken.close();
    },
  );

  it('offers - its origin never answers, and no time limit ends - the frame is shown, and another screen opens from it and past it', async () => {
    stage.faults.set('offers', hang);
    const { page, close } = await signedInPage();
    await withoutTimeLimits(page);
    const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await page.goto(`${stage.url}/offers`);
    await link('Availability').click();
    await heading(page)
      .filter({ hasText: /availability/i })
      .waitFor();
    await link('Offers').click();
    await link('Photos').click();
    await heading(page)
      .filter({ hasText: /photos/i })
      .waitFor();
    await close();
  });

  it('the first screen - of a page that contains the addresses - does not request them', async () => {
    const { page } = shared;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    expect(asked).toContain('/mf-manifest.json');
    expect(asked).not.toContain('/remotes.json');
  });
});
