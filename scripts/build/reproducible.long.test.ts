import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import { copyRepository } from '../new/copy-repository';

const WORKSPACES = ['shell', ...remoteWorkspaces().map(({ dir }) => dir.slice(REPOSITORY.length + 1))];
/** Also with NODE_ENV=development, as in a developer's shell. */
const build = (cwd: string, ...workspaces: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/flint.mjs', 'build', 'browser', ...workspaces], {
    cwd,
    env: { ...process.env, ...(cwd !== REPOSITORY && { NODE_ENV: 'development' }) },
  });
/** The downloadable files of the offers remote: names with a hash. */
const scriptsOf = (root: string) =>
  readdirSync(join(root, 'mfe-offers/dist')).filter((name) => /\.(js|css)$/.test(name));

/** Name and hash of every file of every build. */
const filesOf = (root: string) =>
  WORKSPACES.flatMap((workspace) =>
    readdirSync(join(root, workspace, 'dist'))
      .toSorted()
      .map((name) => {
        const bytes = readFileSync(join(root, workspace, 'dist', name));
        return `${workspace}/${name} ${createHash('sha256').update(bytes).digest('hex')}`;
      }),
  );

describe('the build', () => {
  it('the same sources - in another folder, without a cache, under another NODE_ENV - give the same bytes, source maps included; one file changed gives its chunk another name, and no other', async () => {
    const copy = copyRepository();
    await Promise.all([build(REPOSITORY), build(copy)]);
    expect(filesOf(copy)).toEqual(filesOf(REPOSITORY));
    const before = scriptsOf(copy);
    appendFileSync(join(copy, 'mfe-offers/src/matches/InviteDialog.tsx'), '\nglobalThis.name = `changed`;\n');
    await build(copy, 'mfe-offers');
    const changed = scriptsOf(copy).filter((name) => !before.includes(name));
    // its own file, and those that name it; the others stay cached
    expect(changed.map((name) => name.split('.')[0]).toSorted()).toEqual([
      'remoteEntry',
      'src_matches_InviteDialog_tsx',
    ]);
  });
});
