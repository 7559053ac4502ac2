import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { remoteWorkspaces } from './remotes';

describe('the remotes of a repository', () => {
  it('beside a folder that git left with what it ignores - are those with a package.json', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'flint-remotes-'));
    await mkdir(path.join(root, 'mfe-left/dist'), { recursive: true });
    const dir = path.join(root, 'mfe-clubs');
    await mkdir(dir);
    const remote = { id: 'clubs', port: 4310, screens: ['clubs'], budget: 90 };
    await writeFile(path.join(dir, 'package.json'), JSON.stringify({ remote }));
    expect(remoteWorkspaces(root)).toEqual([{ ...remote, dir }]);
  });
});
