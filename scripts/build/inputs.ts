import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY } from '../compose/remotes';

/** Compiled into every browser bundle: a change rebuilds all workspaces. */
const SHARED_INPUTS = [
  'packages/contracts',
  'packages/remote-build/src/build',
  'packages/remote-kit',
  'packages/texts',
  'packages/ui',
  'webpack.shared.js',
  'scripts/build',
  'scripts/compose/remotes.ts',
  'package-lock.json',
];

const SKIPPED = new Set(['node_modules', 'dist', 'tests', 'gallery', '.cache']);
const isInput = (name: string) => !/\.test\.tsx?$/.test(name) && !name.startsWith('.');

function* filesUnder(path: string): Generator<string> {
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name) || !isInput(entry.name)) continue;
    yield* filesUnder(join(path, entry.name));
  }
}

/**
 * Eight hex digits that change if and only if an input of a workspace's browser build changes:
 * its own files, the packages compiled into it, the build itself and the lock file. Tests are not inputs.
 */
export function buildId(dir: string): string {
  const hash = createHash('sha256');
  const inputs = [dir, ...SHARED_INPUTS.map((path) => join(REPOSITORY, path))];
  const files = inputs.flatMap((path) => [...filesUnder(path)]).toSorted();
  for (const file of files) hash.update(relative(REPOSITORY, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex').slice(0, 8);
}
