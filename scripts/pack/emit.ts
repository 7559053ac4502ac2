import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../compose/remotes';
import { completeSpecifiers } from './specifiers';
import { folderOf, PUBLISHED, type PublishedPackage } from './packages';

const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$/;
/** Files that only this repository's tests use; a package's top-level `testing` is published. */
const OWN_TESTS = /^[^\\/]+[\\/]testing[\\/]/;

/** The files of a folder and of those below, as paths from it. */
export async function filesUnder(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)));
}

/** Compiles all published packages in one run of tsc, into `<to>/<package>/src`. Throws tsc's own text. */
async function compileAll(to: string): Promise<void> {
  const workspaces = PUBLISHED.map((name) => folderOf(name));
  const config = {
    extends: path.join(REPOSITORY, 'tsconfig.web.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rootDir: path.join(REPOSITORY, 'packages'),
      outDir: to,
      types: ['node', 'jest'],
      typeRoots: [path.join(REPOSITORY, 'node_modules/@types')],
    },
    include: workspaces.map((workspace) => path.join(workspace, 'src')),
    exclude: workspaces.flatMap((workspace) => [
      path.join(workspace, 'src/**/*.test.ts'),
      path.join(workspace, 'src/**/*.test.tsx'),
      path.join(workspace, 'src/*/testing'),
      path.join(workspace, 'src/template'),
    ]),
  };
  const file = path.join(to, 'tsconfig.json');
  await writeFile(file, JSON.stringify(config));
  const tsc = path.join(REPOSITORY, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', file], { cwd: REPOSITORY }).catch(
    ({ stdout, message }: { stdout?: string; message: string }) => {
      throw new Error(`The packages do not compile:\n${stdout ?? message}`);
    },
  );
}

/** Writes a package's folder: compiled modules that Node and every bundler can resolve, and all other files. */
async function gather(name: PublishedPackage, emitted: string, to: string): Promise<void> {
  const [compiled, others] = [path.join(emitted, name, 'src'), path.join(folderOf(name), 'src')];
  await cp(compiled, to, { recursive: true });
  const modules = await filesUnder(to);
  const known = new Set(modules.map((file) => file.split(path.sep).join('/')));
  for (const file of modules) {
    const at = path.join(to, file);
    const text = await readFile(at, 'utf8');
    await writeFile(at, completeSpecifiers(text, file.split(path.sep).join('/'), known));
  }
  for (const file of await filesUnder(others)) {
    if ((SOURCE.test(file) && !file.startsWith('template')) || TEST.test(file) || OWN_TESTS.test(file))
      continue;
    await cp(path.join(others, file), path.join(to, file));
  }
}

/** Compiles every published package; returns the folder of each one's modules. */
export async function emitPackages(work: string): Promise<ReadonlyMap<PublishedPackage, string>> {
  const emitted = path.join(work, 'emitted');
  await rm(work, { recursive: true, force: true });
  await mkdir(emitted, { recursive: true });
  await compileAll(emitted);
  const places = new Map<PublishedPackage, string>();
  for (const name of PUBLISHED) {
    const to = path.join(work, name, 'dist');
    await gather(name, emitted, to);
    places.set(name, path.join(work, name));
  }
  return places;
}
