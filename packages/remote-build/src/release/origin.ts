import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import type { Origin } from './publish';

/** The commit of a folder, with a '+' if files differ from it, and the git user; without git, the machine's user. */
export async function readOrigin(cwd: string): Promise<Origin> {
  const git = (...args: string[]) =>
    promisify(execFile)('git', args, { cwd }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
  const [head, changes, name] = await Promise.all([
    git('rev-parse', 'HEAD'),
    git('status', '--porcelain'),
    git('config', 'user.name'),
  ]);
  return { commit: head && changes ? `${head}+` : head, author: name || userInfo().username };
}
