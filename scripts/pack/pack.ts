import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { REPOSITORY } from '../compose/remotes';
import type { Call } from '../flint/read';
import { emitPackages } from './emit';
import { publishedManifest } from './manifest';
import { folderOf, readManifest, type PublishedPackage } from './packages';

const LICENSE =
  'Copyright the owners of Flint. All rights reserved: whoever is given this package may build remotes of Flint with it.\n';

/** A package's archive, which a team installs. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  readonly file: string;
}

async function packOne(name: PublishedPackage, folder: string, to: string): Promise<Packed> {
  const source = readManifest(name);
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(publishedManifest(source), null, 2));
  await writeFile(path.join(folder, 'LICENSE'), LICENSE);
  await cp(path.join(folderOf(name), 'CHANGELOG.md'), path.join(folder, 'CHANGELOG.md'));
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', to], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  const [{ filename } = { filename: '' }] = JSON.parse(stdout) as { filename: string }[];
  return { name: source.name, version: source.version, file: path.join(to, path.basename(filename)) };
}

/**
 * Builds every published package, empties `to` and writes the archives. `work` is for intermediate files. Throws tsc's own text.
 */
export async function packAll(
  to: string,
  work: string = path.join(REPOSITORY, '.cache/pack'),
): Promise<readonly Packed[]> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const packed: Packed[] = [];
  for (const [name, folder] of await emitPackages(work)) packed.push(await packOne(name, folder, to));
  return packed;
}

/** `npx flint build packages`: the archives, into `dist/packages`. */
export async function main({ positionals: [folder] }: Call): Promise<void> {
  const packed = await packAll(path.resolve(folder ?? 'dist/packages')).catch((error: Error) => {
    throw new ReleaseRefused(error.message);
  });
  for (const { name, version, file } of packed)
    process.stdout.write(`${name} ${version}  ${path.relative(process.cwd(), file)}\n`);
}
