import { ChangedError, download, DownloadError } from './download';
import { files } from './files';

interface Assets {
  readonly sync: readonly string[];
}

/** What is read of a remote's federation manifest. */
export interface Manifest {
  readonly metaData: {
    readonly globalName?: string;
    readonly remoteEntry: { readonly path: string; readonly name: string; readonly type?: string };
  };
  readonly build?: string;
  /** Where its files lie, from the manifest on: releases of a remote share a folder, in which a name says what is in the file. */
  readonly files?: string;
  readonly integrity?: Readonly<Record<string, string>>;
  readonly exposes: readonly { readonly name: string; readonly assets: { js: Assets; css: Assets } }[];
}

function parse(bytes: Uint8Array, url: string): Manifest {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Manifest> | null;
    if (manifest?.metaData?.remoteEntry?.name && Array.isArray(manifest.exposes)) return manifest as Manifest;
  } catch {
    // not even JSON: refused below
  }
  throw new DownloadError(`${url} is not a manifest`);
}

/** Absolute URLs of the files a remote's first screen needs, from its manifest and where that came from. */
export function filesOf(manifest: Manifest, manifestUrl: string) {
  const { metaData, exposes, files: folder = '.', integrity = {} } = manifest;
  const resolve = (file: string) => new URL(file, new URL(folder, manifestUrl)).href;
  const { path, name, type } = metaData.remoteEntry;
  const isModule = type === 'module' || type === 'esm';
  const assets = exposes.find((expose) => expose.name === 'remote')?.assets;
  return {
    folder: resolve('.'),
    /** Of every part of it. */
    allStyles: Object.keys(integrity)
      .filter((file) => file.endsWith('.css'))
      .map(resolve),
    /** What makes the container. */
    entry: resolve(path + name),
    /** Every script of an ECMAScript module: what it imports asks nobody. None of a classic script. */
    modules: isModule
      ? Object.keys(integrity)
          .filter((file) => /\.m?js$/.test(file))
          .map(resolve)
      : [],
    type: (metaData.remoteEntry.type ?? 'global') as 'global',
    globalName: metaData.globalName ?? '',
    scripts: isModule ? [] : (assets?.js.sync ?? []).map(resolve),
    styles: (assets?.css.sync ?? []).map(resolve),
  };
}

/**
 * A manifest that remotes.json pins is what it must be wherever it comes from: a second visit asks nobody. Only when the cache has
 * another one the server is asked.
 */
async function downloadManifest(entry: string, integrity?: string): Promise<Uint8Array> {
  if (!integrity) return (await download(entry, undefined, { cache: 'no-cache' })).bytes;
  try {
    return (await download(entry, integrity, { cache: 'force-cache' })).bytes;
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error;
    return (await download(entry, integrity, { cache: 'reload' })).bytes;
  }
}

/**
 * Downloads a remote's manifest and the files its first screen needs, checks them, and leaves them in the HTTP cache.
 * Answers the manifest. Throws DownloadError.
 */
export async function warm(entry: string, integrity?: string, remote = ''): Promise<Manifest> {
  const manifest = parse(await downloadManifest(entry, integrity), entry);
  const { integrity: hashes, build = '' } = manifest;
  const { folder, entry: container, modules, scripts, styles } = filesOf(manifest, entry);
  if (hashes) files.add(folder, hashes, { remote, version: build });
  await Promise.all([...new Set([container, ...modules, ...scripts, ...styles])].map(files.load));
  return manifest;
}
