import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stats } from 'webpack';
import { precompress } from '../build/compress';
import { finish } from '../build/finish';
import { CODE, hashesOf, MANIFEST, sealManifest, type SealedManifest } from '../build/seal';
import { parseJson, ReleaseRefused } from '../release/refused';
import type { Project } from './project';

/** Eight hex digits of all files that a browser may load: the same bytes have the same name wherever they were built. */
const nameOfFiles = async (dist: string): Promise<string> =>
  createHash('sha256')
    .update(JSON.stringify(await hashesOf(dist, CODE)))
    .digest('hex')
    .slice(0, 8);

/**
 * Turns the `dist` of any bundler into a releasable build: adds version, build, contract and the hash of every file to its manifest. Throws ReleaseRefused
 * for a build that a shell could not load.
 */
export async function seal({ id, dist, version, contract }: Project): Promise<void> {
  const entries = await readdir(dist, { withFileTypes: true }).catch(() => []);
  const folder = entries.find((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  if (folder)
    throw new ReleaseRefused(
      `${id}: dist has a folder ${folder.name}; the files of a remote lie side by side (Vite: build.assetsDir '').`,
    );
  const file = path.join(dist, MANIFEST);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null)
    throw new ReleaseRefused(
      `${id}: dist has no ${MANIFEST}: turn on the manifest of your federation plugin.`,
    );
  const manifest = parseJson<Omit<SealedManifest, 'build' | 'contract' | 'integrity'>>(text, file);
  if (!manifest.exposes.some(({ name }) => name === 'remote'))
    throw new ReleaseRefused(`${id}: the build does not expose './remote'.`);
  const { metaData } = manifest;
  const buildInfo = { ...metaData.buildInfo, buildVersion: version };
  await writeFile(file, JSON.stringify({ ...manifest, metaData: { ...metaData, buildInfo } }));
  await sealManifest(dist, await nameOfFiles(dist), contract);
  await precompress(dist);
}

/** Builds the project with webpack and adds its hashes; `onBuilt` is called after each build while files change. Throws webpack's own text. */
export async function build(project: Project, onBuilt?: (error?: Error) => void): Promise<void> {
  const [{ default: webpack }, { remote }] = await Promise.all([
    import('webpack'),
    import('../build/remote'),
  ]);
  const compiler = webpack(remote(project.dir))!;
  const sealBuilt = async (stats: Stats | undefined) => {
    if (!stats || stats.hasErrors())
      throw new ReleaseRefused(stats?.toString('errors-only') ?? 'webpack stopped');
    await seal(project);
  };
  if (onBuilt) compiler.watch({}, (_error, stats) => void sealBuilt(stats).then(() => onBuilt(), onBuilt));
  else await sealBuilt(await finish<Stats>(compiler));
}
