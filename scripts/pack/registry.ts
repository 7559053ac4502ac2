import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseRefused } from '@flint/remote-build/release/refused';

/** A package's archive, and what its entry in a registry says. */
export interface Archive {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly manifest: object;
  /** Of the archive, as npm prints it. */
  readonly integrity: string;
}

type Versions = Readonly<
  Record<string, { readonly dist: { readonly tarball: string; readonly integrity: string } }>
>;

async function readVersions(file: string): Promise<Versions> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"versions":{}}';
    throw error;
  });
  return (JSON.parse(text) as { versions: Versions }).versions;
}

/**
 * Adds archives to a registry for npm: a folder that any web server serves at `url`, with the file that npm requests for each package. Earlier
 * versions stay. Throws ReleaseRefused, and writes nothing, if a version is there with other content.
 */
export async function addToRegistry(
  folder: string,
  url: string,
  archives: readonly Archive[],
): Promise<void> {
  const writes: (() => Promise<void>)[] = [];
  for (const { name, version, file, manifest, integrity } of archives) {
    const listed = path.join(folder, name);
    const versions = await readVersions(listed);
    if ((versions[version]?.dist.integrity ?? integrity) !== integrity)
      throw new ReleaseRefused(
        `${name} ${version} is in ${folder} with other content: raise the version in package.json.`,
      );
    const at = (tarball: string) => `${url}/${path.basename(tarball)}`;
    // the folder may have another address now
    const earlier = Object.entries(versions).map(([each, { dist, ...rest }]) => [
      each,
      { ...rest, dist: { ...dist, tarball: at(dist.tarball) } },
    ]);
    const dist = { tarball: at(file), integrity };
    const entry = {
      name,
      'dist-tags': { latest: version },
      versions: { ...Object.fromEntries(earlier), [version]: { ...manifest, dist } },
    };
    writes.push(async () => {
      await mkdir(path.dirname(listed), { recursive: true });
      await copyFile(file, path.join(folder, path.basename(file)));
      await writeFile(listed, JSON.stringify(entry));
    });
  }
  for (const write of writes) await write();
}
