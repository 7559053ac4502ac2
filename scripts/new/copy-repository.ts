import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { REPOSITORY } from '../compose/remotes';

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'screenshots', 'coverage']);

/**
 * A copy of this repository's sources in a separate folder, to change and build. Installed packages are links to the
 * installed ones; the workspace's own packages are the copy's. `ownModules`: installed packages are there as if installed there.
 */
export function copyRepository({ ownModules = false } = {}): string {
  const copy = mkdtempSync(join(tmpdir(), 'flint-copy-'));
  cpSync(REPOSITORY, copy, {
    recursive: true,
    filter: (source) => source === REPOSITORY || !LEFT_OUT.has(basename(source)),
  });
  if (ownModules) copyTree(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'));
  else linkModules(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'));
  for (const workspace of [
    'services',
    ...readdirSync(join(REPOSITORY, 'packages')).map((name) => `packages/${name}`),
  ]) {
    const own = join(REPOSITORY, workspace, 'node_modules');
    try {
      readdirSync(own);
    } catch {
      continue;
    }
    const to = join(copy, relative(REPOSITORY, own));
    if (ownModules) copyTree(own, to);
    else symlinkSync(own, to);
  }
  return copy;
}

function linkModules(from: string, to: string): void {
  mkdirSync(join(to, '@flint'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@flint') symlinkSync(join(from, name), join(to, name));
  }
  // relative links: they lead into the copy
  for (const name of readdirSync(join(from, '@flint'))) {
    symlinkSync(readlinkSync(join(from, '@flint', name)), join(to, '@flint', name));
  }
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
