import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sealManifest } from '@flint/remote-build/build/seal';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { release } from '@flint/remote-build/release/commands';
import { folderStore } from '@flint/remote-build/release/folder-store';
import { readPointers } from '@flint/remote-build/release/pointers';
import { isLong } from '@flint/testing/long';
import { ensureBuilt } from '../stage';
import { tryRemote } from './trial';

let dir: string;
beforeAll(async () => {
  await ensureBuilt();
  dir = mkdtempSync(join(tmpdir(), 'flint-trial-'));
});

/** A copy of the built auth remote with code added to its entry. */
async function brokenBuild(code: string): Promise<string> {
  const dist = mkdtempSync(join(dir, 'dist-'));
  cpSync(join(REPOSITORY, 'mfe-auth/dist'), dist, {
    recursive: true,
    filter: (file) => !/\.(br|gz|map)$/.test(file),
  });
  const entry = readdirSync(dist).find((name) => /^remoteEntry.*\.js$/.test(name))!;
  // a file keeps its name only while its content is the same
  if (code) writeFileSync(join(dist, entry), `${readFileSync(join(dist, entry), 'utf8')}\n;${code}`);
  await sealManifest(dist, 'broken00');
  return dist;
}

const AFTER_PAINT = (code: string) =>
  `const wait = setInterval(() => { const main = document.querySelector('#main [data-page-heading]'); if (main) { clearInterval(wait); ${code} } }, 10);`;

describe('the trial of a release before it is live', () => {
  it.each([
    ['throws when it loads', 'throw new Error("broken");', [/page error: broken/]],
    [
      'complains in the console, throws later and has a picture without a text',
      'console.error("a warning of React");' +
        AFTER_PAINT('main.after(Object.assign(new Image(), { src: "data:," })); throw new Error("late");'),
      [/console\.error: a warning of React/, /page error: late/, /axe found 1 violations/],
    ],
  ])('a screen that %s - in the trial - is reported', async (_name, code, says) => {
    const found = await tryRemote({ id: 'auth', dist: await brokenBuild(code), screens: ['signIn'] });
    for (const each of says) expect(found.join('\n')).toMatch(each);
  });

  it('a remote of signed-in students that works - in the trial - has no problem', async () => {
    expect(await tryRemote({ id: 'availability', screens: ['availability'] })).toEqual([]);
  });

  it("'npm run release' - of a failing remote, then of a working one, then a canary - moves the pointer only when the trial passes", async () => {
    const place = join(dir, 'place');
    const store = folderStore(place);
    // the live release before
    const first = await brokenBuild('');
    const workspace = { id: 'auth', dist: first, budget: 100, contract: 1 };
    await release({ store }, workspace);
    const before = await readPointers(store);
    const run = (env: NodeJS.ProcessEnv, ...args: string[]) =>
      promisify(execFile)(
        process.execPath,
        [join(REPOSITORY, 'scripts/flint.mjs'), 'release', 'publish', ...args],
        {
          cwd: join(REPOSITORY, 'mfe-auth'),
          env: { ...process.env, RELEASES: place, DATA_DIR: dir, ...env },
        },
      );
    // a trial without a browser fails like any other
    if (isLong)
      await expect(run({ CHROME_PATH: join(dir, 'no-browser') })).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^auth is not released, its screens failed:/),
      });
    expect((await readPointers(store)).remotes).toEqual(before.remotes);
    const { stdout } = await run({}, '--canary', '10');
    expect(stdout).toMatch(/trying its types …\ntrying its tests …\ntrying its screens …\n/);
    expect(stdout).toMatch(/is live, 1\.0\.0-[0-9a-f]{8} for 10 %$/m);
  });
});
