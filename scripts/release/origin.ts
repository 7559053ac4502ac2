import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { REPOSITORY } from '../compose/remotes';
import type { Origin } from './publish';

const git = (...args: string[]) =>
  promisify(execFile)('git', args, { cwd: REPOSITORY }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );

/** The commit checked out, with a '+' when files differ from it, and who git says is working here; without git the user of this machine. */
export async function readOrigin(): Promise<Origin> {
  const [head, changes, name] = await Promise.all([
    git('rev-parse', 'HEAD'),
    git('status', '--porcelain'),
    git('config', 'user.name'),
  ]);
  return { commit: head && changes ? `${head}+` : head, author: name || userInfo().username };
}
