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

/** Writes a package's archive, and beside it the file that npm asks a registry for. */
async function packOne(
  name: PublishedPackage,
  folder: string,
  { to, url }: { readonly to: string; readonly url: string },
): Promise<Packed> {
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
  const dist = { tarball: `${url}/${filename}`, integrity };
  const listed = {
    name: own,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist } },
  };
  await mkdir(path.dirname(path.join(to, own)), { recursive: true });
  await writeFile(path.join(to, own), JSON.stringify(listed));
  return { name: own, version, file: path.join(to, filename) };
}

/**
 * Builds every published package, empties `to` and makes it a registry for npm, which any web server serves at `url`. `work` is for intermediate
 * files. Throws tsc's own text.
 */
export async function packAll(
  to: string,
  url: string,
  work: string = path.join(REPOSITORY, '.cache/pack'),
): Promise<readonly Packed[]> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const packed: Packed[] = [];
  for (const [name, folder] of await emitPackages(work))
    packed.push(await packOne(name, folder, { to, url: url.replace(/\/+$/, '') }));
  return packed;
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
