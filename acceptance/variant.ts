import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import type { Page } from 'playwright-core';
import { address, http } from './stage';

const sha384 = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
};
const MANIFEST = 'mf-manifest.json';

type Change = (code: string) => string;

interface Variant {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly integrity: string;
}

/** A changed build of mfe-onboarding, with new hashes, like a separate release. */
async function changed(dist: string, change: Change): Promise<Variant> {
  const files = new Map<string, Buffer>();
  for (const name of await readdir(dist)) {
    if (/\.(js|css|json)$/.test(name)) files.set(name, await readFile(join(dist, name)));
  }
  const manifest = JSON.parse(files.get(MANIFEST)!.toString('utf8')) as { integrity: Record<string, string> };
  let count = 0;
  for (const [name, bytes] of files) {
    if (!name.endsWith('.js')) continue;
    const code = bytes.toString('utf8');
    const next = change(code);
    if (next === code) continue;
    count += 1;
    files.set(name, Buffer.from(next));
    manifest.integrity[name] = sha384(files.get(name)!);
  }
  if (count === 0 && change !== unchanged) throw new Error('the change found nothing to change');
  const sealed = Buffer.from(JSON.stringify(manifest));
  files.set(MANIFEST, sealed);
  return { files, integrity: sha384(sealed) };
}

const unchanged: Change = (code) => code;

/** Serves another build of the questionnaire to that page. */
async function serve(page: Page, { files, integrity }: Variant): Promise<void> {
  const { body } = await http('GET /../../remotes.json');
  const live = (body as Record<string, { entry: string; integrity: string }>)['onboarding']!;
  const origin = new URL(live.entry).origin;
  await page.route(
    (url) =>
      url.origin === address() &&
      !/^\/(api|auth|storage)\//.test(url.pathname) &&
      !/\.\w+$/.test(url.pathname),
    async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replaceAll(live.integrity, integrity);
      await route.fulfill({ response: answer, body: html });
    },
  );
  await page.route(`${address()}/remotes.json`, (route) =>
    route.fulfill({ json: { ...body, onboarding: { ...live, integrity } } }),
  );
  await page.route(
    (url) => url.origin === origin,
    async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      const bytes = files.get(name);
      if (!bytes) return route.continue();
      await route.fulfill({
        body: bytes,
        contentType: TYPES[name.split('.').at(-1)!]!,
        headers: { 'access-control-allow-origin': '*' },
      });
    },
  );
}

const LIVE = join(REPOSITORY, 'mfe-onboarding/dist');

/** A possible release: the live build with some code replaced. */
export const withQuestions =
  (...changes: readonly Change[]) =>
  async (page: Page) =>
    serve(page, await changed(LIVE, (code) => changes.reduce((text, change) => change(text), code)));

/** The question of that id with another type and additional fields. */
export const typed =
  (id: string, more: string): Change =>
  (code) =>
    code.replace(new RegExp(`(id:"${id}",)type:"\\w+"`), `$1${more}`);

const DEVELOPMENT = join(REPOSITORY, '.cache/acceptance/onboarding');

/** A development build of the questionnaire. */
export async function withDevelopmentBuild(page: Page): Promise<void> {
  const build = ['--import', 'tsx', 'acceptance/build-development.ts', DEVELOPMENT];
  await promisify(execFile)(process.execPath, build, { cwd: REPOSITORY });
  await serve(page, await changed(DEVELOPMENT, unchanged));
}
