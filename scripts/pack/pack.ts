import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { REPOSITORY } from '../compose/remotes';
import type { Call } from '../flint/read';
import { emitPackages } from './emit';
import { publishedManifest } from './manifest';
import { folderOf, readManifest, type PublishedPackage } from './packages';
import { addToRegistry, type Archive } from './registry';

const LICENSE =
  'Copyright the owners of Flint. All rights reserved: whoever is given this package may build remotes of Flint with it.\n';

/** A package's archive, which a team installs. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  readonly file: string;
}

/** Writes a package's archive into the folder `to`. */
async function packOne(name: PublishedPackage, folder: string, to: string): Promise<Archive> {
  const source = readManifest(name);
  const manifest = publishedManifest(source);
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  await writeFile(path.join(folder, 'LICENSE'), LICENSE);
  await cp(path.join(folderOf(name), 'CHANGELOG.md'), path.join(folder, 'CHANGELOG.md'));
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', to], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  const [{ filename, integrity }] = JSON.parse(stdout) as [{ filename: string; integrity: string }];
  const { name: own, version } = source;
  return { name: own, version, file: path.join(to, filename), manifest, integrity };
}

/**
 * Builds every published package and adds it to the registry for npm in `to`, which any web server serves at `url`. `work` is for intermediate
 * files. Throws tsc's own text, or ReleaseRefused for a version that is there with other content.
 */
export async function packAll(
  to: string,
  url: string,
  work: string = path.join(REPOSITORY, '.cache/pack'),
): Promise<readonly Packed[]> {
  const archives: Archive[] = [];
  const made = await mkdtemp(path.join(tmpdir(), 'flint-archives-'));
  try {
    for (const [name, folder] of await emitPackages(work)) archives.push(await packOne(name, folder, made));
    await addToRegistry(to, url.replace(/\/+$/, ''), archives);
  } finally {
    await rm(made, { recursive: true });
  }
  return archives.map(({ name, version, file }) => ({
    name,
    version,
    file: path.join(to, path.basename(file)),
  }));
}

/** `npx flint build packages <address>`: a registry of the packages, in `dist/packages`. */
export async function main({ positionals: [url = '', folder = 'dist/packages'] }: Call): Promise<void> {
  if (!URL.canParse(url))
    throw new ReleaseRefused('Name the address: npx flint build packages https://flint.example.edu/packages');
  const packed = await packAll(path.resolve(folder), url).catch((error: Error) => {
    throw new ReleaseRefused(error.message);
  });
  for (const { name, version, file } of packed)
    process.stdout.write(`${name} ${version}  ${path.relative(process.cwd(), file)}\n`);
}
