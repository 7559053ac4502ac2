import { ChangedError, download, DownloadError } from './download';

interface Assets {
  readonly sync: readonly string[];
}

/** What is read of a remote's federation manifest. */
export interface Manifest {
  readonly metaData: { readonly remoteEntry: { readonly path: string; readonly name: string } };
  readonly integrity?: Readonly<Record<string, string>>;
  readonly exposes: readonly { readonly name: string; readonly assets: { js: Assets; css: Assets } }[];
}

/** Absolute URL of a remote's file -> its sha384, as the manifests said. */
export const fileIntegrity = new Map<string, string>();

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
export function filesOf({ metaData, exposes }: Manifest, manifestUrl: string) {
  const resolve = (file: string) => new URL(file, manifestUrl).href;
  const { path, name } = metaData.remoteEntry;
  const assets = exposes.find((expose) => expose.name === 'remote')?.assets;
  return {
    /** What makes the container. */
    entry: resolve(path + name),
    scripts: (assets?.js.sync ?? []).map(resolve),
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
export async function warm(entry: string, integrity?: string): Promise<Manifest> {
  const manifest = parse(await downloadManifest(entry, integrity), entry);
  const resolve = (file: string) => new URL(file, entry).href;
  for (const [file, hash] of Object.entries(manifest.integrity ?? {})) fileIntegrity.set(resolve(file), hash);
  const files = filesOf(manifest, entry);
  await Promise.all(
    [files.entry, ...files.scripts, ...files.styles].map((url) => download(url, fileIntegrity.get(url))),
  );
  return manifest;
}
