import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { REPOSITORY } from '../compose/remotes';

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'screenshots', 'coverage']);

/**
 * A copy of this repository's sources in a folder of its own, to change and build. Installed packages are links to the
 * installed ones; the workspace's own packages are the copy's.
 */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'flint-copy-'));
  cpSync(REPOSITORY, copy, {
    recursive: true,
    filter: (source) => source === REPOSITORY || !LEFT_OUT.has(basename(source)),
  });
  linkModules(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'));
  for (const room of [
    'services',
    ...readdirSync(join(REPOSITORY, 'packages')).map((name) => `packages/${name}`),
  ]) {
    const own = join(REPOSITORY, room, 'node_modules');
    try {
      readdirSync(own);
    } catch {
      continue;
    }
    symlinkSync(own, join(copy, relative(REPOSITORY, own)));
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
