import { cp, appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { until } from '@flint/testing/until';
import { storedSession } from '@flint/scripts/serve/fake-api';
import { openTestPlace, releaseOffers } from './release-builds';
import { goTo } from './screens';
import { openSignedIn, openStage, prepareBrowser } from './stage';

const tokenOf = (sub: string) =>
  `x.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.${'y'.repeat(20)}`;
const ADA = { ...storedSession(), access_token: tokenOf('ada') };
/** What browsers, and the runtime of the remotes, log about a server that is down. */
const GONE = [/Failed to load resource/, /ERR_/, /\[flint\]/, /Federation/];

prepareBrowser();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function open(url: string, path: string, stored: Readonly<Record<string, string>> = {}) {
  const opened = await openSignedIn({ serviceWorkers: 'allow', allow: [...GONE, /status of 404/] }, ADA);
  await opened.page.context().addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await opened.page.goto(url + path);
  return opened;
}

/** URLs of all cached responses; none before a worker controls the page. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    if (!navigator.serviceWorker.controller) return [];
    const keys = await caches.keys();
    const kept = await Promise.all(keys.map(async (key) => (await caches.open(key)).keys()));
    return kept.flat().map(({ url }) => url);
  });

/** Waits until the worker has cached what the first visit loaded. */
const untilKept = (page: Page, ...names: readonly RegExp[]) =>
  until(
    async () => {
      const urls = await keptIn(page);
      return names.every((name) => urls.some((url) => name.test(url)));
    },
    async () => `kept: ${(await keptIn(page)).join(' ')}`,
  );

const PROFILE_SCREEN = [
  /api\/v1\/profile$/,
  /api\/v1\/availability$/,
  /api\/v1\/photos$/,
  /mf-manifest\.json$/,
  /remoteEntry\.[0-9a-f]{10}\.js$/,
];

const privateCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('flint-private-')));

/** What Workbox notes of cached files, which a sign-out leaves. */
const keptRows = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('workbox-expiration');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const asked = opening.result.transaction('cache-entries').objectStore('cache-entries').getAll();
          asked.addEventListener('success', () => resolve(asked.result.map((row) => JSON.stringify(row))));
        });
      }),
  );

describe('without a connection', () => {
  it('start in French in an English browser - after one visit, first without the operator settings, after a save with every server down - shows the screen with what was saved last, marked as from the device', async () => {
    const stage = await openStage();
    const { page, close } = await open(stage.url, '/profile', { 'flint-language': 'fr' });
    await heading(page, 'Votre profil');
    await page.getByText('20 %').first().waitFor();
    await untilKept(page, ...PROFILE_SCREEN);
    // the browser must not lose its copy to the first refusal
    stage.api.replaced.set('GET /api/v1/config', [503, {}]);
    for (const _start of [1, 2]) {
      await page.reload();
      await heading(page, 'Votre profil');
    }
    const ask = (method: string) =>
      page.evaluate(
        async ([verb, authorization]) => {
          const answer = await fetch('/api/v1/profile', {
            method: verb!,
            // as the app asks: an answer in another language is another answer
            headers: { authorization: authorization!, 'accept-language': document.documentElement.lang },
          });
          return [await answer.json(), answer.headers.has('x-flint-from-device')] as const;
        },
        [method, `Bearer ${ADA.access_token}`],
      );
    const saved = { ...(await ask('GET'))[0], onboardingCompletedAt: '2026-01-02T00:00:00.000Z' };
    stage.api.replaced.set('PATCH /api/v1/profile', [200, saved]);
    expect(await ask('PATCH')).toEqual([saved, false]);
    await stage.close();
    expect(await ask('GET')).toEqual([saved, true]);
    await page.reload();
    await heading(page, 'Votre profil');
    await page.getByText('60 %').first().waitFor();
    await page.getByText('Service injoignable').waitFor();
    await close();
  });

  it('cached answers of one student - requested by another, or after sign-out - are deleted', async () => {
    const stage = await openStage();
    const { page, close } = await open(stage.url, '/profile');
    await heading(page, 'Your Profile');
    await untilKept(page, ...PROFILE_SCREEN);
    const ask = (token: string) =>
      page.evaluate(
        (authorization) =>
          fetch('/api/v1/profile', { headers: { authorization } }).then(
            ({ status }) => status,
            () => 'nothing',
          ),
        `Bearer ${token}`,
      );
    stage.api.replaced.set('GET /api/v1/profile', [500, {}]);
    expect(await privateCaches(page)).toContain('flint-private-answers-ada');
    expect(await keptRows(page)).not.toEqual([]);
    expect(await ask(tokenOf('ben'))).toBe(500);
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await page.getByLabel('University email').waitFor();
    await until(async () => (await privateCaches(page)).length === 0);
    expect((await keptRows(page)).filter((row) => /flint-private|storage|ada/.test(row))).toEqual([]);
    await stage.close();
    expect(await ask(tokenOf('ada'))).toBe('nothing');
    await close();
  });
});

describe('a release of a screen that was seen', () => {
  it('first heard of by a page on another screen, which then loses its connection - has been downloaded, and opens', async () => {
    const releases = openTestPlace();
    await releaseOffers(releases, 0, { lazy: 'globalThis.ran=0;' });
    const stage = await openStage({ ownOrigin: true, releases });
    const { page, close } = await open(stage.url, '/offers');
    await goTo(page, 'Matches');
    await untilKept(page, /mf-manifest/, /screen-matches\.\w+\.js/);
    const before = await keptIn(page);
    const newer = await releaseOffers(releases, 1, { lazy: 'globalThis.ran=1;' });
    await page.goto(`${stage.url}/availability`);
    await until(async () => {
      const added = (await keptIn(page)).filter((url) => !before.includes(url)).join(' ');
      return added.includes(`/offers/${newer}/mf-manifest.json`) && /offers\S*\/screen-matches/.test(added);
    });
    await stage.close();
    await page.goto(`${stage.url}/matches`);
    await page.waitForFunction(() => (globalThis as { ran?: number }).ran === 1);
    await heading(page, 'Matches');
    await close();
  });
});

describe('with a connection', () => {
  it('what is newer on the server - while the worker runs - is read at once for addresses of remotes; a new version of the app waits, is offered, starts only after a click, and later also while the server answers with 503', async () => {
    const shellDir = await mkdtemp(join(tmpdir(), 'flint-shell-'));
    await cp(join(REPOSITORY, 'shell/dist'), shellDir, { recursive: true });
    for (const packed of ['sw.js.br', 'sw.js.gz']) await rm(join(shellDir, packed), { force: true });
    const stage = await openStage({ shellDir });
    const { page, close } = await open(stage.url, '/profile');
    await heading(page, 'Your Profile');
    await untilKept(page, ...PROFILE_SCREEN);
    const versionOf = () =>
      page.evaluate(() =>
        fetch('/remotes.json')
          .then((answer) => answer.json())
          .then((all) => all.clubs?.version),
      );
    expect(await versionOf()).toBeUndefined();
    stage.setAddresses((all) => ({ ...all, clubs: { ...all['offers']!, version: '99.0.0' } }));
    expect(await versionOf()).toBe('99.0.0');
    stage.setAddresses(undefined);
    await appendFile(join(shellDir, 'sw.js'), '\n// another build');
    await page.reload();
    await heading(page, 'Your Profile');
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    await page.getByText('A new version is ready.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.waitForFunction(() => !(window as { isOld?: boolean }).isOld);
    await heading(page, 'Your Profile');
    expect(await page.getByText('A new version is ready.').count()).toBe(0);
    // the server answers with 503
    await rm(join(shellDir, 'index.html'));
    await page.reload();
    await heading(page, 'Your Profile');
    await close();
    await stage.close();
  });
});

describe('installing', () => {
  it('manifest - of the operator’s app - has its name, and icons of the sizes it declares', async () => {
    const stage = await openStage();
    const manifest = await (await fetch(`${stage.url}/app.webmanifest`)).json();
    expect(manifest).toMatchObject({ name: 'Flint', start_url: '/', display: 'standalone' });
    expect(manifest.display_override[0]).toBe('window-controls-overlay');
    for (const { src, sizes } of manifest.icons) {
      const bytes = await (await fetch(stage.url + src)).arrayBuffer();
      const { width, height, format } = await sharp(Buffer.from(bytes)).metadata();
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
    }
    expect(await (await fetch(stage.url)).text()).toContain('<link rel="manifest" href="/app.webmanifest">');
    const french = await (await fetch(`${stage.url}/app.fr.webmanifest`)).json();
    expect(french).toMatchObject({
      id: manifest.id,
      name: 'Flint',
      lang: 'fr-CA',
      description: 'Des rencontres éclair pour la communauté étudiante de university.',
      shortcuts: [{ name: 'Affinités' }, { name: 'Invitations' }],
    });
    await stage.close();
  });
});
