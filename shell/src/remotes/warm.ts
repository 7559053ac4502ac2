import type { ScreenId } from '@flint/remote-kit';
import { ChangedError, download, DownloadError } from './download';
import type { Release } from './choose';
import { files, preloadStyle } from './files';
import { reportFailure } from './report';

interface Assets {
  readonly sync: readonly string[];
}

/** The parts of a federation manifest that the shell reads. */
export interface Manifest {
  readonly metaData: {
    readonly globalName?: string;
    readonly remoteEntry: { readonly path: string; readonly name: string; readonly type?: string };
  };
  readonly build?: string;
  /** Base path of its files, relative to the manifest: releases of a remote share a folder of files with hashes in their names. */
  readonly files?: string;
  readonly integrity?: Readonly<Record<string, string>>;
  readonly exposes: readonly { readonly name: string; readonly assets: { js: Assets; css: Assets } }[];
}

function parse(bytes: Uint8Array, url: string): Manifest {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Manifest> | null;
    if (manifest?.metaData?.remoteEntry?.name && Array.isArray(manifest.exposes)) return manifest as Manifest;
  } catch {
    // not JSON: refused below
  }
  throw new DownloadError(`${url} is not a manifest`);
}

/** Absolute URLs of the files that the first screen of a remote needs, from its manifest and the manifest's URL. */
export function filesOf(manifest: Manifest, manifestUrl: string) {
  const { metaData, exposes, files: folder = '.', integrity = {} } = manifest;
  const resolve = (file: string) => new URL(file, new URL(folder, manifestUrl)).href;
  const { path, name, type } = metaData.remoteEntry;
  const container = resolve(path + name);
  const isModule = type === 'module' || type === 'esm';
  const assets = exposes.find((expose) => expose.name === 'remote')?.assets;
  return {
    folder: resolve('.'),
    /** Stylesheets of all its chunks. */
    allStyles: Object.keys(integrity)
      .filter((file) => file.endsWith('.css'))
      .map(resolve),
    /** The container script. */
    entry: container,
    /** All scripts of an ECMAScript module, whose imports cannot be checked one by one; none for a classic script. */
    modules: isModule
      ? Object.keys(integrity)
          .filter((file) => /\.m?js$/.test(file))
          .map(resolve)
      : [],
    type: (metaData.remoteEntry.type ?? 'global') as 'global',
    globalName: metaData.globalName ?? '',
    /** Scripts of the exposed module that are not in the container. */
    scripts: isModule ? [] : (assets?.js.sync ?? []).map(resolve).filter((script) => script !== container),
    styles: (assets?.css.sync ?? []).map(resolve),
  };
}

/**
 * Downloads a manifest. One whose hash remotes.json names may come from the cache; the server is asked only if the cached one differs, as
 * after a release. If the server's differs, too, that is reported.
 */
async function downloadManifest({ entry, integrity, version = '' }: Release, remote: string) {
  if (!integrity) return (await download(entry, undefined, { cache: 'no-cache' })).bytes;
  const read = async (cache: RequestCache) => (await download(entry, integrity, { cache })).bytes;
  try {
    return await read('force-cache');
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error;
  }
  try {
    return await read('reload');
  } catch (error) {
    if (error instanceof ChangedError) reportFailure({ code: 'remote_file_changed', remote, version, error });
    throw error;
  }
}

/**
 * Downloads the manifest of a remote and the scripts that its first screen needs, verifies them, and leaves them in the HTTP cache. If it
 * runs `soon`, its stylesheets start to load, too; the browser verifies them when they are applied. So do the chunk of the `screen` on show
 * (webpackChunkName `screen-<id>`), which would load only when the remote runs. Returns the manifest. Throws DownloadError.
 */
export async function warm(
  release: Release,
  remote: string,
  { soon = !release.frame, screen }: { readonly soon?: boolean; readonly screen?: ScreenId | null } = {},
): Promise<Manifest> {
  const { entry } = release;
  const manifest = parse(await downloadManifest(release, remote), entry);
  const { integrity: hashes, build = '' } = manifest;
  const { folder, entry: container, modules, scripts, styles } = filesOf(manifest, entry);
  if (hashes) files.add(folder, hashes, { remote, version: build });
  if (soon) styles.forEach(preloadStyle);
  const first = [...new Set([container, ...modules, ...scripts])].map(files.load);
  for (const file of Object.keys(hashes ?? {}))
    // the screen requests it again, and reports a failure
    if (file.startsWith(`screen-${screen}.`)) files.load(new URL(file, folder).href).catch(() => undefined);
  await Promise.all(first);
  return manifest;
}
