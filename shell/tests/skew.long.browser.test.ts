import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyRepository } from '@flint/scripts/new/copy-repository';
import kit from '../../packages/remote-kit/package.json';
import { release } from '@flint/remote-build/release/commands';
import { openPage } from '@flint/testing/browser';
import { writeFixtureRemote } from './fixture-remote';
import { openTestPlace } from './release-builds';
import { browser, openStage, prepareBrowser, signIn } from './stage';
import { heading } from './screens';

/** Two more builds of shell and offers take minutes: `npm run test:releases` only. */
const WITH_BUILDS = Boolean(process.env['FLINT_SKEW_BUILDS']);

prepareBrowser();

const SCREENS = ['/', '/profile', '/availability', '/photos', '/offers', '/matches'];

async function openSignedIn(allow: readonly RegExp[] = []) {
  const opened = await openPage(browser, { allow: [/status of 404/, ...allow] });
  await signIn(opened.page.context());
  return opened;
}

/** Signs in, then opens every screen. */
async function walkThrough(url: string): Promise<void> {
  const visitor = await openPage(browser);
  await visitor.page.goto(url);
  await visitor.page.getByRole('textbox').first().waitFor();
  await visitor.close();
  const { page, close } = await openSignedIn();
  for (const path of SCREENS) {
    await page.goto(url + path);
    await heading(page).waitFor();
    expect(await page.locator('.remote-failure').count()).toBe(0);
  }
  await close();
}

describe('shell and remotes of different versions', () => {
  it('offers - built for the contract before the shell’s - is shown', async () => {
    const exposes = '{ default: { contract: 0, id: "offers", Root: () => "the offers of contract 0" } }';
    const stage = await openStage({
      replace: { offers: await writeFixtureRemote({ id: 'offers', exposes }) },
    });
    const { page, close } = await openSignedIn();
    await page.goto(`${stage.url}/offers`);
    await page.getByText('the offers of contract 0').waitFor();
    await close();
    await stage.close();
  });
});

function differentContracts(): void {
  let copy: string;
  const next = (workspace: string) => join(copy, 'next', workspace);

  /** Builds workspaces of the copy with another version of remote-kit. */
  async function buildAs(version: string, contract: number, workspaces: readonly string[]): Promise<void> {
    const manifest = join(copy, 'packages/remote-kit/package.json');
    const source = join(copy, 'packages/remote-kit/src/remote.ts');
    const built = join(copy, 'packages/remote-build/src/build/contract.ts');
    const replace = (file: string, pattern: RegExp, text: string) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, text));
    replace(manifest, /"version": "[^"]+"/, `"version": "${version}"`);
    replace(source, /REMOTE_CONTRACT = \d+/, `REMOTE_CONTRACT = ${contract}`);
    replace(built, /BUILT_FOR = \d+/, `BUILT_FOR = ${contract}`);
    const args = ['scripts/flint.mjs', 'build', 'browser', ...workspaces];
    await promisify(execFile)(process.execPath, args, { cwd: copy });
  }

  beforeAll(async () => {
    copy = copyRepository();
    await buildAs('2.0.0', 2, ['shell', 'mfe-offers']);
    for (const workspace of ['shell', 'mfe-offers'])
      cpSync(join(copy, workspace, 'dist'), next(workspace), { recursive: true });
    const [major, minor] = kit.version.split('.').map(Number) as [number, number];
    await buildAs(`${major}.${minor + 1}.0`, 1, ['mfe-offers']);
  });

  it('shell of contract 2 - remotes of contract 1 - every screen works', async () => {
    const stage = await openStage({ shellDir: next('shell') });
    await walkThrough(stage.url);
    await stage.close();
  });

  it('shell of this remote-kit - offers of its next minor version, same contract - are released, and not served', async () => {
    const place = openTestPlace();
    const workspace = { id: 'offers', dist: join(copy, 'mfe-offers/dist'), budget: 200, contract: 1 };
    await release({ store: place.store }, workspace);
    const stage = await openStage({ releases: place });
    expect((await place.trusted())['offers']).toBeUndefined();
    await walkThrough(stage.url);
    await stage.close();
  });

  it('shell of contract 1 - offers of contract 2 - the panel is shown, other screens work, and a release is refused', async () => {
    const stage = await openStage({ replace: { offers: next('mfe-offers') } });
    const { page, close } = await openSignedIn([
      /\[flint\] remote_/,
      /Federation Runtime/,
      /Version .* not satisfy/,
    ]);
    await page.goto(`${stage.url}/offers`);
    await page.locator('.remote-failure').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Photos' }).click();
    await heading(page).waitFor();
    await close();
    await stage.close();
    const { store } = openTestPlace();
    const workspace = { id: 'offers', dist: next('mfe-offers'), budget: 200, contract: 1 };
    await expect(release({ store }, workspace)).rejects.toThrow('Deploy the shell first');
  });
}

if (WITH_BUILDS) describe('shell and remotes built for different contracts', differentContracts);
