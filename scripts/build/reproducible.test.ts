import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY, remoteRooms } from '../compose/remotes';
import { copyRepository } from '../new/copy-repository';

jest.setTimeout(300_000);

const ROOMS = ['shell', ...remoteRooms().map(({ dir }) => dir.slice(REPOSITORY.length + 1))];
const build = (cwd: string) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/build/build.ts'], { cwd });

/** Name and hash of every file of every build. */
const filesOf = (root: string) =>
  ROOMS.flatMap((room) =>
    readdirSync(join(root, room, 'dist'))
      .toSorted()
      .map((name) => {
        const bytes = readFileSync(join(root, room, 'dist', name));
        return `${room}/${name} ${createHash('sha256').update(bytes).digest('hex')}`;
      }),
  );

describe('the build', () => {
  it('the same sources - in another folder, without a cache - give the same bytes, source maps included', async () => {
    const copy = copyRepository({ ownModules: true });
    try {
      await Promise.all([build(REPOSITORY), build(copy)]);
      expect(filesOf(copy)).toEqual(filesOf(REPOSITORY));
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});
