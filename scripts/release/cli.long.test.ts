import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderStore } from '@flint/remote-build/release/folder-store';
import { toCanary } from '@flint/remote-build/release/moves';
import { changePointers, readPointers } from '@flint/remote-build/release/pointers';
import { REPOSITORY } from '../compose/remotes';

const FLINT = join(REPOSITORY, 'scripts/flint.mjs');

const NO_SERVER = 'http://127.0.0.1:9 does not answer: no server has served it yet\n';

const place = mkdtempSync(join(tmpdir(), 'flint-releases-'));

/** Runs what `npm run … -w mfe-offers` starts, in the workspace's folder. */
const run = (workspace: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [FLINT, 'release', ...args], {
    cwd: join(REPOSITORY, workspace),
    // no server answers there
    env: { ...process.env, RELEASES: place, PUBLIC_URL: 'http://127.0.0.1:9' },
  });

describe('npx flint release', () => {
  it('a release of auth, the table, a larger canary, its end, a roll-back - in turn - print what happened', async () => {
    const released = await run('mfe-auth', 'publish', '--untried');
    expect(released.stdout).toMatch(/auth 1\.0\.0-[0-9a-f]{8}: [\d.]+ of \d+ kB gzip, in .*flint-releases-/);
    const [release] = /1\.0\.0-[0-9a-f]{8}/.exec(released.stdout) ?? [];
    expect(released.stdout).toContain(`auth: ${release} is live`);
    const table = await run('.', 'list');
    expect(table.stdout).toMatch(new RegExp(`^auth +${release} +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d`, 'm'));
    expect(table.stdout).toMatch(/^offers +as shipped/m);
    expect(table.stdout).not.toMatch(new RegExp(`^${release}`, 'm'));
    expect((await run('mfe-auth', 'list')).stdout).toMatch(new RegExp(`^${release} .* live$`, 'm'));
    const store = folderStore(place);
    const { live } = (await readPointers(store)).remotes['auth']!;
    await changePointers(store, ({ remotes }) => ({
      remotes: {
        auth: toCanary(
          'auth',
          remotes['auth'],
          { ...live!, release: '1.0.1-00000001' },
          { percent: 10, at: new Date() },
        ),
      },
    }));
    expect((await run('mfe-auth', 'canary', '50')).stdout).toBe(
      `auth: ${release} is live, 1.0.1-00000001 for 50 %\n${NO_SERVER}`,
    );
    expect((await run('mfe-auth', 'rollback')).stdout).toContain(`auth: ${release} is live\n`);
    const back = await run('mfe-auth', 'rollback');
    expect(back.stdout).toBe(`auth: the build shipped with the shell is live\n${NO_SERVER}`);
    await expect(run('mfe-auth', 'rollback')).rejects.toMatchObject({
      code: 1,
      stderr: 'auth runs as it was shipped: nothing is before that.\n',
    });
  });

  it('release - outside the folder of a remote - explains how to name the remote', async () => {
    await expect(run('.', 'publish')).rejects.toMatchObject({
      stderr: 'Name the remote: npm run release -w mfe-offers\n',
    });
  });
});

describe('npx flint release keys', () => {
  const keys = (...args: string[]) =>
    promisify(execFile)(process.execPath, [FLINT, 'release', 'keys', ...args], {
      env: { ...process.env, DATA_DIR: place, RELEASE_KEYS: '' },
    });
  const settings = () => ({
    RELEASE_KEY: join(place, 'release-keys/photos-team.json'),
    RELEASE_KEYS: join(place, 'release-keys.json'),
  });
  const signed = (...args: string[]) =>
    promisify(execFile)(process.execPath, [FLINT, 'release', ...args], {
      cwd: join(REPOSITORY, 'mfe-photos'),
      env: {
        ...process.env,
        RELEASES: join(place, 'signed'),
        DATA_DIR: place,
        PUBLIC_URL: 'http://127.0.0.1:9',
        ...settings(),
      },
    });

  it('new, a signed release, retire, revoke - by commands - print the new state each time', async () => {
    const made = await keys('new', 'photos-team', '--remotes', 'photos');
    expect(made.stdout).toMatch(/^photos-team \([\w-]{43}\) may release photos$/m);
    expect(statSync(settings().RELEASE_KEY).mode & 0o777).toBe(0o600);
    expect(readFileSync(settings().RELEASE_KEYS, 'utf8')).not.toContain('"d"');
    const released = await signed('publish', '--untried');
    expect(released.stdout).toMatch(/^photos: 1\.0\.0-[0-9a-f]{8} is live$/m);
    expect((await signed('list')).stdout).not.toContain('refused');
    expect((await keys('retire', 'photos-team')).stdout).toMatch(/^photos-team: retired, signs until 20/);
    expect((await keys('revoke', 'photos-team')).stdout).toMatch(/^photos-team: revoked 20/);
    expect((await keys('list')).stdout).toMatch(/^photos-team {2}photos {2}revoked 20/);
    expect((await signed('list')).stdout).toMatch(
      /^refused: photos is signed by photos-team, a key revoked on 20/m,
    );
    await expect(signed('renew')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^photos: what this key signs would be refused: it is signed by/),
    });
  });

  it('new - without the remotes it may release - is refused in a sentence', async () => {
    await expect(keys('new', 'offers-team')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Name what it may release: --remotes auth,/),
    });
  });
});
