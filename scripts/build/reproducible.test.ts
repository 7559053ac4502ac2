import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY, remoteRooms } from '../compose/remotes';
import { copyRepository } from '../new/copy-repository';

jest.setTimeout(300_000);

const ROOMS = ['shell', ...remoteRooms().map(({ dir }) => dir.slice(REPOSITORY.length + 1))];
/** Also where NODE_ENV says development, as in a developer's shell. */
const build = (cwd: string, ...rooms: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/build/build.ts', ...rooms], {
    cwd,
    env: { ...process.env, ...(cwd !== REPOSITORY && { NODE_ENV: 'development' }) },
  });
/** What a page may download of the offers: names that carry a hash. */
const scriptsOf = (root: string) =>
  readdirSync(join(root, 'mfe-offers/dist')).filter((name) => /\.(js|css)$/.test(name));

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
  it('the same sources - in another folder, without a cache, under another NODE_ENV - give the same bytes, source maps included; one file changed gives its chunk another name, and no other', async () => {
    const copy = copyRepository({ ownModules: true });
    try {
      await Promise.all([build(REPOSITORY), build(copy)]);
      expect(filesOf(copy)).toEqual(filesOf(REPOSITORY));
      const before = scriptsOf(copy);
      appendFileSync(
        join(copy, 'mfe-offers/src/matches/InviteDialog.tsx'),
        '\nglobalThis.name = `changed`;\n',
      );
      await build(copy, 'mfe-offers');
      const changed = scriptsOf(copy).filter((name) => !before.includes(name));
      // its own, and those that name it: a browser keeps all others
      expect(changed.map((name) => name.split('.')[0]).toSorted()).toEqual([
        'remoteEntry',
        'src_matches_InviteDialog_tsx',
      ]);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});
