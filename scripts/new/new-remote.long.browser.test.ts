import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchBrowser, openPage } from '@flint/testing/browser';
import { createFakeApi, storedSession } from '../serve/fake-api';
import { startGateway } from '../serve/gateway';
import { startRemoteServer } from '../serve/remote-server';
import { addressOf } from '../serve/remotes-json';
import { copyRepository } from './copy-repository';

let copy: string;
const inCopy = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: copy });

beforeAll(() => {
  copy = copyRepository();
});

describe('npx flint build remote', () => {
  it('a sixth remote - from the template - is type-correct, translated, has nothing unused, builds, and shows its screen in the navigation', async () => {
    const { stdout } = await inCopy('scripts/flint.mjs', 'build', 'remote', 'chat');
    expect(stdout).toContain('mfe-chat is there');
    const tsc = join(copy, 'node_modules/typescript/bin/tsc');
    await Promise.all([
      inCopy('scripts/flint.mjs', 'build', 'browser', 'shell', 'mfe-chat'),
      inCopy(tsc, '-p', 'mfe-chat'),
      inCopy(join(copy, 'node_modules/knip/bin/knip.js')),
      inCopy(join(copy, 'node_modules/jest/bin/jest.js'), '--selectProjects=node', '--', 'scripts/texts'),
    ]);
    const remote = await startRemoteServer({ dir: join(copy, 'mfe-chat/dist'), port: 0 });
    const gateway = await startGateway({
      port: 0,
      shellDir: join(copy, 'shell/dist'),
      api: createFakeApi().listener,
      remotes: { chat: addressOf(remote.dir, remote.url) },
    });
    const browser = await launchBrowser();
    const { page, close } = await openPage(browser);
    const session = JSON.stringify(JSON.stringify(storedSession()));
    await page.addInitScript(`localStorage.setItem('auth-storage', ${session})`);
    await page.goto(`${gateway.url}/chat`);
    await page.getByRole('heading', { name: 'Chat' }).waitFor();
    await page.getByText('You are signed in as ada@campus.edu.').waitFor();
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' });
    expect(await link.getAttribute('aria-current')).toBe('page');
    await close();
    await browser.close();
    await Promise.all([gateway.close(), remote.close()]);
  });

  it.each([
    ['a name that exists', ['offers'], /offers exists already/],
    ['an address of the server', ['storage'], /storage is a name of Flint itself/],
    ['a folder of the release store', ['served'], /served is a name of Flint itself/],
    ['a name that every object has', ['constructor'], /constructor is a name of Flint itself/],
    ['a name with other than small letters', ['My-Chat'], /short name of small letters/],
    ['two names', ['notes', 'chat'], /npx flint build remote <name>/],
  ])('%s - is refused in a sentence', async (_case, args, reason) => {
    await expect(inCopy('scripts/flint.mjs', 'build', 'remote', ...args)).rejects.toMatchObject({
      stderr: expect.stringMatching(reason),
    });
  });
});
