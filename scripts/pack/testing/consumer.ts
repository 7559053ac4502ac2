import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../../compose/remotes';
import type { Packed } from '../pack';

const NOT_OURS = (name: string) =>
  !name.startsWith('.') && !name.startsWith('@flint') && name !== 'create-flint-remote';

/** Installs third-party packages from this repository, and ours from the archives. */
async function fillModules(modules: string, packed: readonly Packed[]): Promise<void> {
  const installed = path.join(REPOSITORY, 'node_modules');
  mkdirSync(path.join(modules, '.bin'), { recursive: true });
  for (const name of readdirSync(installed).filter(NOT_OURS))
    symlinkSync(path.join(installed, name), path.join(modules, name));
  for (const { name, file } of packed) {
    const to = path.join(modules, name);
    mkdirSync(to, { recursive: true });
    await promisify(execFile)('tar', ['-xzf', file, '-C', to, '--strip-components', '1']);
    // npm puts a package here that does not fit beside the others
    const nested = path.join(REPOSITORY, 'packages', path.basename(name), 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, path.join(to, 'node_modules'));
    const { bin = {} } = JSON.parse(readFileSync(path.join(to, 'package.json'), 'utf8')) as {
      bin?: Record<string, string>;
    };
    for (const [command, script] of Object.entries(bin)) {
      chmodSync(path.join(to, script), 0o755);
      symlinkSync(path.join(to, script), path.join(modules, '.bin', command));
    }
  }
}

/** A folder outside the repository with the installed archives. */
export async function openConsumer(packed: readonly Packed[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'flint-consumer-'));
  await fillModules(path.join(folder, 'node_modules'), packed);
  return folder;
}
