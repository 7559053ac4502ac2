import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../compose/remotes';

jest.setTimeout(180_000);

const CLI = join(REPOSITORY, 'scripts/release/cli.ts');

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'flint-releases-'));
});
afterAll(() => rmSync(place, { recursive: true }));

/** What `npm run … -w mfe-offers` starts, in the room's folder. */
const run = (room: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', CLI, ...args], {
    cwd: join(REPOSITORY, room),
    env: { ...process.env, RELEASES: place },
  });

describe('npm run release, releases, rollback', () => {
  it('release of auth as it is built - then the table, then a roll-back with nothing before - says what happened', async () => {
    const released = await run('mfe-auth', 'release');
    expect(released.stdout).toMatch(/auth 1\.0\.0-[0-9a-f]{8}: [\d.]+ of \d+ kB gzip, in .*flint-releases-/);
    const [release] = /1\.0\.0-[0-9a-f]{8}/.exec(released.stdout) ?? [];
    expect(released.stdout).toContain(`auth: ${release} is live`);
    const table = await run('.', 'releases');
    expect(table.stdout).toMatch(new RegExp(`^auth +${release} +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d`, 'm'));
    expect(table.stdout).toMatch(/^offers +this repository’s build/m);
    await expect(run('mfe-auth', 'rollback')).rejects.toMatchObject({
      code: 1,
      stderr: `auth has nothing before ${release}.\n`,
    });
  });

  it('release - outside the folder of a remote - says how to name it', async () => {
    await expect(run('.', 'release')).rejects.toMatchObject({
      stderr: 'Name the remote: npm run release -w mfe-offers\n',
    });
  });
});
