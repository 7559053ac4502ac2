import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY } from '../compose/remotes';

const NOT_OURS = new Set(['node_modules', 'dist', '.cache', '.data', '.git', 'coverage', 'screenshots']);

function* below(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) yield join(folder, entry.name);
    else if (!NOT_OURS.has(entry.name)) yield* below(join(folder, entry.name));
  }
}

/** Files of the repository whose name matches, sorted, relative to its root, with slashes; without build output, packages and data. */
export function sourceFiles(name: RegExp): readonly string[] {
  return [...below(REPOSITORY)]
    .map((file) => relative(REPOSITORY, file).replaceAll('\\', '/'))
    .filter((file) => name.test(file))
    .sort();
}
