import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { until } from '@flint/testing/until';
import { hasRun, PROVOKED } from './changed-files';
import { heading } from './screens';
import { openSignedIn, openStage, prepareBrowser } from './stage';

prepareBrowser();

/** Changes the cached copies of these files, as any script of the page could; returns the patterns that were found. */
const tamperKept = (page: Page, patterns: readonly string[]) =>
  page.evaluate(async (sources) => {
    const found = new Set<string>();
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const source = sources.find((each) => new RegExp(each).test(request.url));
        const kept = source && (await cache.match(request));
        if (!kept) continue;
        const type = kept.headers.get('content-type') ?? '';
        const added = type.includes('css') ? 'body{--changed:yes}' : '\n;globalThis.changed = true;';
        const headers = { 'content-type': type };
        await cache.put(request, new Response((await kept.text()) + added, { headers }));
        found.add(source);
      }
    }
    return [...found];
  }, patterns);

/** The built shell with a worker that is slow to cache the files of remotes. */
function slowToWrite(): string {
  const dir = mkdtempSync(join(tmpdir(), 'flint-slow-'));
  cpSync(join(REPOSITORY, 'shell/dist'), dir, { recursive: true });
  const slow = `{
    const { put } = Cache.prototype;
    Cache.prototype.put = async function (request, response) {
      if (/remoteEntry|expose_remote|screen-matches/.test(request.url)) await new Promise((done) => setTimeout(done, 1_000));
      return put.call(this, request, response);
    };
  }`;
  writeFileSync(join(dir, 'sw.js'), slow + readFileSync(join(dir, 'sw.js'), 'utf8'));
  for (const packed of ['sw.js.br', 'sw.js.gz']) rmSync(join(dir, packed), { force: true });
  return dir;
}

/** Visits a page, changes a cached file of each pattern, and visits it again. */
async function visitChanged(url: string, patterns: readonly RegExp[]): Promise<void> {
  const { page, close } = await openSignedIn({ serviceWorkers: 'allow', allow: PROVOKED });
  await page.goto(`${url}/matches`);
  await heading(page).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  let left = patterns.map(({ source }) => source);
  await until(
    async () => {
      const found = await tamperKept(page, left);
      left = left.filter((source) => !found.includes(source));
      return left.length === 0;
    },
    () => `all but ${left.join(' ')}`,
  );
  await page.reload();
  await heading(page).waitFor();
  expect(await hasRun(page)).toBe(false);
  await close();
}

const OF_SHELL = [/\/main\.\w+\.js$/, /\/frame\.\w+\.js$/, /\/main\.\w+\.css$/];
const OF_REMOTE = [/remoteEntry/, /expose_remote.*\.css$/, /screen-matches.*\.js$/, /screen-matches.*\.css$/];

describe('a file that the service worker caches', () => {
  // a file that ran would show, whatever became of the others
  it('scripts and stylesheets of the shell, manifest, scripts and stylesheets of a remote - changed in the cache - never run, are asked of the server, and the page works', async () => {
    const stage = await openStage();
    await visitChanged(stage.url, [...OF_SHELL, /mf-manifest\.json$/, ...OF_REMOTE]);
    await stage.close();
  });

  it('scripts and stylesheets of a remote - changed in the cache of a device that is slow to write - are not served between the download and the tag', async () => {
    const stage = await openStage({ shellDir: slowToWrite() });
    await visitChanged(stage.url, OF_REMOTE);
    await stage.close();
  });
});
