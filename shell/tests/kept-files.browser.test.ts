import { isLong } from '@flint/testing/long';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { hasRun, PROVOKED } from './changed-files';
import { heading } from './screens';
import { openSignedIn, openStage, prepareBrowser } from './stage';

prepareBrowser();

/** Changes the cached copy of a file, as any script of the page could. */
const tamperKept = (page: Page, pattern: RegExp) =>
  page.evaluate(async (source) => {
    let found = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!new RegExp(source).test(request.url)) continue;
        const kept = await cache.match(request);
        if (!kept) continue;
        const type = kept.headers.get('content-type') ?? '';
        const added = type.includes('css') ? 'body{--changed:yes}' : '\n;globalThis.changed = true;';
        const headers = { 'content-type': type };
        await cache.put(request, new Response((await kept.text()) + added, { headers }));
        found += 1;
      }
    }
    return found;
  }, pattern.source);

/** The built shell with a worker that is slow to cache the files of remotes. */
function slowToWrite(): string {
  const dir = mkdtempSync(join(tmpdir(), 'flint-slow-'));
  cpSync(join(REPOSITORY, 'shell/dist'), dir, { recursive: true });
  const slow = `{
    const { put } = Cache.prototype;
    Cache.prototype.put = async function (request, response) {
      if (/remoteEntry|expose_remote|MatchesScreen/.test(request.url)) await new Promise((done) => setTimeout(done, 1_000));
      return put.call(this, request, response);
    };
  }`;
  writeFileSync(join(dir, 'sw.js'), slow + readFileSync(join(dir, 'sw.js'), 'utf8'));
  for (const packed of ['sw.js.br', 'sw.js.gz']) rmSync(join(dir, packed), { force: true });
  return dir;
}

/** Visits a page, changes cached files, and visits it again. */
async function visitChanged(url: string, pattern: RegExp): Promise<void> {
  const { page, close } = await openSignedIn({ serviceWorkers: 'allow', allow: PROVOKED });
  await page.goto(`${url}/matches`);
  await heading(page).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  let found = 0;
  for (const end = Date.now() + 20_000; found === 0 && Date.now() < end;) {
    found = await tamperKept(page, pattern);
  }
  expect(found).toBeGreaterThan(0);
  await page.reload();
  await heading(page).waitFor();
  expect(await hasRun(page)).toBe(false);
  await close();
}

const KEPT_OF_REMOTES: readonly [string, RegExp][] = [
  ['the entry of a remote', /remoteEntry/],
  ['the exposed style of a remote', /expose_remote.*\.css$/],
  ['a lazy script of a remote', /MatchesScreen.*\.js$/],
  ['a lazy style of a remote', /MatchesScreen.*\.css$/],
];

describe('a file that the service worker caches', () => {
  it.each([
    ['the main script of the shell', /\/main\.\w+\.js$/],
    ['a lazy script of the shell', /\/frame\.\w+\.js$/],
    ['the stylesheet of the shell', /\/main\.\w+\.css$/],
    ['the manifest of a remote', /mf-manifest\.json$/],
    ...KEPT_OF_REMOTES,
  ] as const)(
    '%s - changed in its cache - never runs, is asked of the server, and the page works',
    async (_name, pattern) => {
      const stage = await openStage();
      await visitChanged(stage.url, pattern);
      await stage.close();
    },
  );

  // two scripts: FLINT_LONG takes every kind of file
  it.each(isLong ? KEPT_OF_REMOTES : KEPT_OF_REMOTES.slice(0, 2))(
    '%s - changed in the cache of a device that is slow to write - is not served between the download and the tag',
    async (_name, pattern) => {
      const shellDir = slowToWrite();
      const stage = await openStage({ shellDir });
      await visitChanged(stage.url, pattern);
      await stage.close();
    },
  );
});
