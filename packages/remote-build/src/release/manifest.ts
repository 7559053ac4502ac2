import { MANIFEST, sha384 } from '../build/seal';
import type { Pointer } from './pointers';
import { ReleaseRefused } from './refused';
import type { ReleaseStore } from './store';

/** The path of a release's files, relative to its manifest: releases share them. */
export const FILES = '../files/';

interface Listed {
  readonly sync?: readonly string[];
  readonly async?: readonly string[];
}

/** The used part of a federation manifest. */
interface Manifest {
  readonly files?: unknown;
  readonly integrity?: Readonly<Record<string, string>>;
  readonly metaData?: { readonly remoteEntry?: { readonly path?: string; readonly name?: string } };
  readonly exposes?: readonly { readonly assets?: { readonly js?: Listed; readonly css?: Listed } }[];
}

/** A base address to resolve file names like a browser. */
const FOLDER = 'https://folder.invalid/release/';

/** Whether a manifest names only files of its own folder, as a browser resolves the names. */
function namesOwnFiles(bytes: Uint8Array): boolean {
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest;
  const { files, integrity = {}, metaData, exposes = [] } = manifest;
  if (files !== undefined && files !== FILES) return false;
  const { path = '', name = '' } = metaData?.remoteEntry ?? {};
  const listed = exposes.flatMap(({ assets }) => [assets?.js, assets?.css]);
  const names = listed.flatMap((each) => [...(each?.sync ?? []), ...(each?.async ?? [])]);
  return [...Object.keys(integrity), path + name, ...names].every(
    (each) => URL.canParse(each, FOLDER) && new URL(each, FOLDER).href.startsWith(FOLDER),
  );
}

/** Throws ReleaseRefused unless the manifest of a release is the signed one, and names files of its own folder only. */
export async function assertManifest(
  store: Pick<ReleaseStore, 'read'>,
  remote: string,
  { release, integrity }: Pick<Pointer, 'release' | 'integrity'>,
): Promise<void> {
  const manifest = await store.read(`${remote}/${release}/${MANIFEST}`);
  if (!manifest || sha384(manifest.bytes) !== integrity)
    throw new ReleaseRefused(`${release} has another manifest than was signed`);
  if (!namesOwnFiles(manifest.bytes))
    throw new ReleaseRefused(`${release} has a manifest that names files outside its folder`);
}
