/** Whether the releases of a store fit this shell. */
import { MANIFEST, sha384 } from '@flint/remote-build/build/seal';
import type { Pointer } from '@flint/remote-build/release/pointers';
import { orRefused, ReleaseRefused } from '@flint/remote-build/release/refused';
import type { ReleaseStore } from '@flint/remote-build/release/store';
import type { RegistryEntry } from './entries';
import { assertFitsShell, type Needs } from './fits';

export const RELEASE = /^[0-9][\w.+-]{0,60}-[0-9a-z]{8}$/;

type Store = Pick<ReleaseStore, 'read'>;

type Named = Pick<Pointer, 'release' | 'integrity'>;

type Kind = Partial<Pick<RegistryEntry, 'trust'>>;

/**
 * Reads the manifest that a pointer names; null for a release whose name must not be requested. Throws ReleaseRefused while the store does not
 * answer with the bytes of the pointer.
 */
async function readManifest(
  store: Store,
  id: string,
  { release, integrity }: Named,
): Promise<Uint8Array | null> {
  if (!RELEASE.test(release)) return null;
  const manifest = await store.read(`${id}/${release}/${MANIFEST}`);
  if (!manifest) throw new ReleaseRefused(`has no manifest of ${release}`);
  if (sha384(manifest.bytes) !== integrity)
    throw new ReleaseRefused(`has another manifest of ${release} than its pointer names`);
  return manifest.bytes;
}

/** Throws ReleaseRefused unless a release has a valid name, and a manifest that fits this shell. */
function assertFits(
  manifest: Uint8Array | null,
  { release }: Named,
  { trust }: Kind,
  contract: number,
): void {
  if (!manifest) throw new ReleaseRefused(`has a release with a name we cannot ask for (${release})`);
  let needs: Needs | null;
  try {
    needs = JSON.parse(new TextDecoder().decode(manifest)) as Needs | null;
  } catch {
    throw new ReleaseRefused(`has a manifest of ${release} that is not JSON`);
  }
  assertFitsShell(needs ?? {}, contract, trust === 'foreign');
}

/** The same for a release in a store. */
export const assertRelease = async (
  store: Store,
  { id, trust }: Pick<RegistryEntry, 'id' | 'trust'>,
  named: Named,
  contract: number,
): Promise<void> => assertFits(await readManifest(store, id, named), named, { trust }, contract);

/**
 * Returns a function that finds why a release of a remote does not fit this shell, or null. It reads each release once, because a release never
 * changes, and throws ReleaseRefused while its manifest does not arrive.
 */
export function misfitsIn(store: Store, kind: Kind, contract: number) {
  const known = new Map<string, string | null>();
  return async (remote: string, named: Named): Promise<string | null> => {
    const key = `${remote} ${named.release} ${named.integrity}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const manifest = await readManifest(store, remote, named);
    const assert = async () => assertFits(manifest, named, kind, contract);
    const misfit = await orRefused(
      assert().then(() => null),
      ({ message }) => message,
    );
    known.set(key, misfit);
    return misfit;
  };
}
