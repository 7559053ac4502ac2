import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../compose/remotes';

/** The file the diagrams are printed to. */
export const ROOMS_FILE = join(REPOSITORY, 'docs/rooms.md');

/** What dependency-cruiser tells of a file, as far as it is read here. */
export interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

type FolderOf = (file: string) => string | undefined;

const roomOf: FolderOf = (file) =>
  /^(packages\/[^/]+|shell|desk|mfe-[^/]+|services|scripts)\//.exec(file)?.[1];
const partOf: FolderOf = (file) =>
  /^services\/src\/(resources\/[^/]+(?=\/)|desk|http|infra|matching|operations)\//.exec(file)?.[1];

/** The imports between folders as a mermaid chart, each arrow once, sorted. Files that `isTest` names are left out. */
export function chartOf(
  modules: readonly Module[],
  folderOf: FolderOf,
  isTest: (file: string) => boolean,
): string {
  const arrows = new Set<string>();
  const name = (folder: string) => folder.replace(/\W/g, '_');
  const box = (folder: string) => `${name(folder)}["${folder}"]`;
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (!from || isTest(source)) continue;
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to && to !== from) arrows.add(`  ${box(from)} --> ${box(to)}`);
    }
  }
  return ['```mermaid', 'flowchart LR', ...[...arrows].sort(), '```'].join('\n');
}

/** Every module `npm run rooms` looks at, and what counts as a test in its rules. */
async function cruise(): Promise<{ modules: readonly Module[]; isTest: (file: string) => boolean }> {
  const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    scripts: { rooms: string };
  };
  const [, ...args] = scripts.rooms.split(' ');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--output-type', 'json', ...args],
    { cwd: REPOSITORY, maxBuffer: 1 << 28 },
  );
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: readonly { name: string; from: { pathNot: string } }[];
  };
  const tests = new RegExp(forbidden.find(({ name }) => name === 'contracts-know-nobody')!.from.pathNot);
  const { modules } = JSON.parse(stdout) as { modules: Module[] };
  return { modules, isTest: (file) => tests.test(file) };
}

/** docs/rooms.md as it should be now. */
export async function printRooms(): Promise<string> {
  const { modules, isTest } = await cruise();
  return `# Rooms, as their files import one another

Printed from the real imports by \`npm run rooms:print\`; a test compares. Tests are left out. What is allowed, and what to do instead,
is written in \`.dependency-cruiser.cjs\`; \`npm run rooms\` checks it.

## The repository

An arrow means: at least one file imports the other room. Shell and remotes have no arrow between them: they meet at run time.

${chartOf(modules, roomOf, isTest)}

## Inside the API

Resources reach one another through \`index.ts\` only; \`http\` and \`infra\` know no resource.

${chartOf(modules, partOf, isTest)}
`;
}
