import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'screenshots', 'coverage']);

/** A copy of this repository's sources in a separate folder, to change and build; its packages are there as if installed there. */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'flint-copy-'));
  cpSync(REPOSITORY, copy, {
    recursive: true,
    filter: (source) => source === REPOSITORY || !LEFT_OUT.has(basename(source)),
  });
  const packages = readdirSync(join(REPOSITORY, 'packages')).map((name) => `packages/${name}`);
  for (const workspace of ['.', 'services', ...packages]) {
    const own = join(REPOSITORY, workspace, 'node_modules');
    if (existsSync(own)) copyTree(own, join(copy, workspace, 'node_modules'));
  }
  return copy;
}

/** Files are hard links if the file system supports them: tens of thousands take two seconds, and no space. */
function copyTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFile(source, target);
  }
}

function copyFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target); // the other folder is on another disk
  }
}
