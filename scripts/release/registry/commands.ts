import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { environmentOf, isReached, openPlace, ringOf } from '../place';
import { MANIFEST, type SealedManifest } from '@flint/remote-build/build/seal';
import { orRefused, ReleaseRefused } from '@flint/remote-build/release/refused';
import { signerOf } from '@flint/remote-build/release/signing/signatures';
import { changeRegistry, endOf, readDocument, verifyDocument, type RegistryContext } from './document';
import { pointersAt } from './elsewhere';
import type { originStore } from './origin';
import { parseEntry, refuseEntry, SHIPPED, checkEntries, withShipped, type RegistryEntry } from './entries';

/** The editor of the registry, from the settings of the release commands. Throws ReleaseRefused. */
export async function registryContext(env: NodeJS.ProcessEnv, root: string): Promise<RegistryContext> {
  return {
    store: openPlace(env, root).store,
    signer: await signerOf(env),
    ring: await ringOf(env),
    environment: environmentOf(env),
    isReached: isReached(env),
    contract: REMOTE_CONTRACT,
  };
}

/** Warns of a release whose files do not load, or of which the service worker of a page would keep none: their origin must mark them. */
async function warnOfFiles(
  store: ReturnType<typeof originStore>,
  release: string,
): Promise<readonly string[]> {
  const manifest = await store.read(`${release}/${MANIFEST}`);
  const { files = '.', integrity } = JSON.parse(String(manifest?.bytes)) as SealedManifest;
  const name = path.posix.join(release, files, Object.keys(integrity)[0]!);
  const file = await store.read(name);
  if (!file) return [`has no file ${name}: its screens do not load`];
  return /immutable/.test(file.cacheControl)
    ? []
    : ['serves its files without "immutable" in cache-control: offline its screens are missing'];
}

/** Reads the releases of an entry as a shell would, and returns what to warn of. Throws ReleaseRefused if a shell would run none. */
async function tryReleases(
  entry: RegistryEntry,
  { isReached: reached, contract, now }: RegistryContext,
): Promise<readonly string[]> {
  if (entry.origin === undefined) return [];
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-registry-'));
  const reasons: string[] = [];
  try {
    const at = pointersAt(entry, {
      isReached: reached,
      contract,
      dataDir,
      onRefused: (_remote, reason) => reasons.push(reason),
      ...(now && { now }),
    });
    const pointers = await at.read();
    if (!pointers?.live) throw new ReleaseRefused(reasons[0] ?? `has no release at ${at.store.place}`);
    const ofFiles = await warnOfFiles(at.store, `${entry.id}/${pointers.live.release}`).catch(() => []);
    return [...reasons, ...ofFiles];
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

const idOf = (value: unknown): unknown => (value as { readonly id?: unknown } | null)?.id;
const isShipped = (id: string) => SHIPPED.some((each) => each.id === id);

/**
 * Adds an entry or replaces it, after reading its releases as a shell does. All others stay as they are stored: one that this version refuses
 * may be right for another. `refuse` says why not. Throws ReleaseRefused, in one sentence.
 */
async function put(
  context: RegistryContext,
  value: unknown,
  refuse: (id: string, isThere: boolean) => string | null,
): Promise<RegistryEntry> {
  const entry = parseEntry(value);
  const { id } = entry;
  let warnings: readonly string[] = [];
  await changeRegistry(context, async (values) => {
    const others = values.filter((each) => idOf(each) !== id);
    const { good } = checkEntries(others, context.isReached);
    const reason =
      refuse(id, others.length < values.length) ??
      refuseEntry(
        entry,
        withShipped(good).filter((each) => each.id !== id),
        context.isReached,
      );
    if (reason) throw new ReleaseRefused(`${id} ${reason}.`);
    const stored = values.find((each) => idOf(each) === id) as Partial<RegistryEntry> | undefined;
    warnings = await orRefused(tryReleases(entry, context), ({ message }) => {
      if (stored?.origin !== entry.origin) throw new ReleaseRefused(`${id} ${message}.`);
      // a key is revoked, or a route taken away, also while the origin is down or has no valid release
      return [message];
    });
    return [...others, entry];
  });
  for (const warning of warnings) context.warn?.(id, warning);
  return entry;
}

/** Adds a remote. Throws ReleaseRefused without any change. */
export const addRemote = (context: RegistryContext, value: unknown): Promise<RegistryEntry> =>
  put(context, value, (id, isThere) => {
    if (isShipped(id)) return 'is taken: it comes with Flint. Change it instead';
    return isThere ? 'is taken: change or remove it' : null;
  });

/** Changes an existing remote, or a shipped one. At the same origin, failing releases are a warning. Throws ReleaseRefused without any change. */
export const changeRemote = (context: RegistryContext, value: unknown): Promise<RegistryEntry> =>
  put(context, value, (id, isThere) => (isThere || isShipped(id) ? null : 'is not in the registry: add it'));

/** Removes a remote; a shipped one returns to its shipped state. Throws ReleaseRefused. */
export async function removeRemote(context: RegistryContext, id: string): Promise<void> {
  await changeRegistry(context, (values) => {
    const others = values.filter((each) => idOf(each) !== id);
    if (others.length === values.length)
      throw new ReleaseRefused(
        isShipped(id) ? `${id} comes with Flint and stays.` : `${id} is not in the registry.`,
      );
    return Promise.resolve(others);
  });
}

/** Signs the registry again, for another 90 days, perhaps with another key. Throws ReleaseRefused. */
export async function renewRegistry(context: RegistryContext): Promise<void> {
  await changeRegistry(context, (values) => Promise.resolve(values));
}

/** The registry's entries, why some are invalid, and why a server refuses the whole. Throws ReleaseRefused. */
export async function listRegistry(context: RegistryContext) {
  const { store, ring, environment, isReached: reached, now = () => new Date() } = context;
  const document = await readDocument(store);
  const { revision, entries, signed, etag } = document;
  const { good, refused } = checkEntries(entries, reached);
  const verified = ring && etag !== null && verifyDocument(ring, signed, { environment, at: now() });
  const fault = verified
    ? await orRefused(
        verified.then(() => null),
        ({ message }) => message,
      )
    : null;
  return { revision, ends: endOf(document), fault, entries: withShipped(good), refused };
}
