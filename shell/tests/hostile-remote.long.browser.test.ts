import { createSocket, type Socket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rollback } from '@flint/remote-build/release/commands';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import type { ReleasePlace } from '@flint/scripts/release/place';
import { addRemote } from '@flint/scripts/release/registry/commands';
import { openTeam } from '@flint/scripts/release/registry/testing/team-elsewhere';
import { until } from '@flint/testing/until';
import type { Page } from 'playwright-core';
import { writeFixtureRemote } from './fixture-remote';
import { hostileFrame, PERSIST, tryAll, TRY_NAMES } from './hostile-remote';
import { openTestPlace, registryAt, releaseOffers } from './release-builds';
import { goTo, heading } from './screens';
import { openSignedIn, useStage } from './stage';

let place: ReleasePlace;
const stage = useStage(() => {
  place = openTestPlace();
  return { releases: place, ownOrigin: true };
});

/** Everything that browsers log about what they refuse. */
const PROVOKED = [/./];

async function openHostile(path: string) {
  const opened = await openSignedIn({ serviceWorkers: 'allow', allow: PROVOKED });
  await opened.page.context().addInitScript(`localStorage.setItem('flint-of-another', 'draft')`);
  await opened.page.goto(stage.url + path);
  return opened;
}

/** The rows of docs/security.md about a compromised remote: what it tries, and whether it reaches it, in the page and in a frame. */
function documented(where: 'page' | 'frame'): ReadonlyMap<string, string> {
  const text = readFileSync(join(REPOSITORY, 'docs/security.md'), 'utf8');
  const [, section = ''] = text.split('## A compromised remote');
  const rows = section
    .split('\n## ')[0]!
    .matchAll(/^\| ([^|]+) \| (reached|refused) \| (reached|refused) \|/gm);
  return new Map([...rows].map(([, name, page, frame]) => [name!.trim(), where === 'page' ? page! : frame!]));
}

describe('a compromised remote', () => {
  /** Another origin: it allows everything, and lists what arrives. */
  let thief: Server;
  let thiefUrl = '';
  const arrived: string[] = [];
  let packets: Socket;
  let hasPacket = false;
  const byWebRtc = () => (hasPacket ? 'reached' : 'refused');
  beforeEach(async () => {
    arrived.length = 0;
    hasPacket = false;
    thief = createServer((request, response) => {
      arrived.push(request.url ?? '');
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
    });
    await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
    const { port } = thief.address() as AddressInfo;
    thiefUrl = `http://127.0.0.1:${port}`;
    packets = createSocket('udp4', (packet) => (hasPacket ||= packet.includes('stolen')));
    await new Promise<void>((resolve) => packets.bind(port, '127.0.0.1', resolve));
  });
  afterEach(() => {
    thief.close();
    packets.close();
  });

  it('everything it may try - in the page - is refused, or named in docs/security.md as what trust means', async () => {
    const code = tryAll(thiefUrl);
    await releaseOffers(place, 1, { code });
    const { page, close } = await openHostile('/offers');
    await page.waitForFunction(() => 'hostile' in globalThis);
    const outcomes = await page.evaluate(
      () => (globalThis as unknown as { hostile: Promise<Record<string, string>> }).hostile,
    );
    outcomes['another origin by WebRTC'] = byWebRtc();
    await goTo(page, 'Profile');
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await page.getByLabel('University email').fill('');
    await page.keyboard.type('ann');
    const keys = await page.evaluate(() => (globalThis as unknown as { hostileKeys: string }).hostileKeys);
    outcomes['keys on the sign-in screen'] = keys.includes('ann') ? 'reached' : 'refused';
    const rows = documented('page');
    expect([...rows.keys()]).toEqual(
      expect.arrayContaining([...TRY_NAMES, 'keys on the sign-in screen', 'to stay after its roll-back']),
    );
    const named = Object.entries(outcomes).filter(([, outcome]) => outcome === 'reached');
    for (const [name] of named) expect([name, rows.get(name)]).toEqual([name, 'reached']);
    expect(arrived).toEqual([]);
    await close();
  });

  it('everything it may try - in the frame of another owner - is refused, as docs/security.md says', async () => {
    const team = await openTeam();
    const dist = await writeFixtureRemote({ id: 'clubs', exposes: hostileFrame(tryAll(thiefUrl)) });
    await team.release('fixture0', { dist });
    const entry = team.entry({ trust: 'foreign', routes: ['GET /profile'] });
    await addRemote(await registryAt(place), entry);
    const { page, close } = await openHostile('/clubs');
    const hostile = async () => {
      await page.frameLocator('#main iframe').getByRole('heading', { name: 'Hostile' }).waitFor();
      return page.frames().find((each) => each !== page.mainFrame())!;
    };
    const frame = await hostile();
    const outcomes = await frame.evaluate(
      () => (globalThis as unknown as { hostile: Promise<Record<string, string>> }).hostile,
    );
    expect(Object.keys(outcomes)).toEqual(TRY_NAMES);
    outcomes['another origin by WebRTC'] = byWebRtc();
    // in its own world it may do as it likes
    const isInPage = await page.evaluate(() => 'flintHostile' in Object.prototype);
    outcomes['the prototype of all objects'] = isInPage ? 'reached' : 'refused';
    await page.locator('body').press('Control+k');
    await page.keyboard.type('ann');
    const keys = await frame.evaluate(() => (globalThis as unknown as { hostileKeys: string }).hostileKeys);
    outcomes['keys on the sign-in screen'] = keys === '' ? 'refused' : 'reached';
    const kept = await frame.evaluate(async () => {
      const stores = [
        () => caches.keys(),
        () => localStorage.length,
        () => indexedDB.open('x'),
        () => document.cookie,
      ];
      const results = await Promise.allSettled(stores.map(async (store) => store()));
      return results.filter(({ status }) => status === 'fulfilled').length;
    });
    outcomes['to stay after its roll-back'] = kept === 0 ? 'refused' : 'reached';
    const rows = documented('frame');
    for (const [name, outcome] of Object.entries(outcomes))
      expect([name, outcome]).toEqual([name, rows.get(name)]);
    // the frame alone goes, and the shell takes it away
    await frame.evaluate((url) => void (top!.location.href = url), `${thiefUrl}/top`).catch(() => undefined);
    await frame.evaluate((url) => void window.open(`${url}/window`), thiefUrl);
    const leaves = [
      (url: string) => void (location.href = url),
      (action: string) =>
        document.body.appendChild(Object.assign(document.createElement('form'), { action })).submit(),
    ];
    for (const leave of leaves) {
      await (await hostile()).evaluate(leave, `${thiefUrl}/self?secret`).catch(() => undefined);
      await page.locator('.remote-failure[data-code=remote_crashed]').waitFor();
      await page.reload();
    }
    expect(new URL(page.url()).pathname).toBe('/clubs');
    expect(arrived).toEqual([]);
    await close();
    await team.close();
  });

  const hasRun = (page: Page) => page.evaluate(() => 'hostile' in globalThis);
  /** The kept page, as the next start without a connection would show it. */
  const keptPage = (page: Page) =>
    page.evaluate(async () => {
      const keys = await caches.keys();
      const precache = await caches.open(keys.find((name) => name.includes('precache'))!);
      const key = (await precache.keys()).find(({ url }) => url.includes('__WB_REVISION__'));
      return key ? (await precache.match(key))!.text() : '';
    });

  async function untilPersisted(page: Page): Promise<void> {
    await heading(page).waitFor();
    await page.waitForFunction(() => 'hostile' in globalThis);
    const done = () => (globalThis as unknown as { hostile: Promise<string> }).hostile;
    expect(await page.evaluate(done)).toBe('done');
    expect(await keptPage(page)).toContain('hostile');
  }

  it('what it wrote on the device - after its roll-back and one reload - never runs, online or offline, and the page it changed is replaced', async () => {
    await releaseOffers(place, 1, { code: PERSIST });
    const { page, close } = await openHostile('/offers');
    await untilPersisted(page);
    const addresses = await page.evaluate(async () => (await fetch('/remotes.json')).text());
    await rollback({ store: place.store }, 'offers');
    await page.reload();
    await heading(page).waitFor();
    expect(await hasRun(page)).toBe(false);
    await until(async () => !(await keptPage(page)).includes('hostile'));
    // the browser has cached the addresses of this visit
    await page.waitForFunction(
      () => performance.getEntriesByName(`${location.origin}/remotes.json`).length > 0,
    );
    // as another tab would that still runs it
    await page.evaluate(async (text) => {
      for (const name of [...(await caches.keys()), 'flint-addresses']) {
        const cache = await caches.open(name);
        await cache.put('/remotes.json', new Response(text));
      }
    }, addresses);
    await stage.close();
    await page.reload();
    await heading(page).waitFor();
    expect(await hasRun(page)).toBe(false);
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Hostile');
    await close();
  });

  it('what it wrote on the device - at a start without a connection, before any reload - is not shown', async () => {
    await releaseOffers(place, 1, { code: PERSIST });
    const { page, close } = await openHostile('/offers');
    await untilPersisted(page);
    await stage.close();
    await expect(page.reload()).rejects.toThrow('ERR_');
    await page.waitForFunction(() => document.readyState === 'complete');
    expect(await hasRun(page)).toBe(false);
    await close();
  });
});
