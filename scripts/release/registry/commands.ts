import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { environmentOf, isReached, openPlace, ringOf } from '../place';
import { orRefused, ReleaseRefused } from '@flint/remote-build/release/refused';
import { signerOf } from '@flint/remote-build/release/signing/signatures';
import { changeRegistry, endOf, readDocument, verifyDocument, type RegistryContext } from './document';
import { pointersAt } from './elsewhere';
import { assertRelease } from './release-fits';
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

/** Reads the releases of an entry as a shell would. Throws ReleaseRefused if a shell would run none. */
async function tryReleases(
  entry: RegistryEntry,
  { isReached: reached, contract, now }: RegistryContext,
): Promise<void> {
  if (entry.origin === undefined) return;
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
    await assertRelease(at.store, entry, pointers.live, contract);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** The existing entries; invalid ones are possible. */
const standing = (values: readonly unknown[], { isReached: reached }: RegistryContext) => [
  ...checkEntries(values, reached).good,
];

/** Adds an entry, after reading its releases as a shell does. Throws ReleaseRefused, in one sentence. */
async function put(
  context: RegistryContext,
  value: unknown,
  place: (id: string, there: readonly RegistryEntry[]) => readonly RegistryEntry[],
): Promise<RegistryEntry> {
  const entry = parseEntry(value);
  await changeRegistry(context, async (values) => {
    const others = place(entry.id, standing(values, context));
    const reason = refuseEntry(
      entry,
      withShipped(others).filter(({ id }) => id !== entry.id || others.some((other) => other.id === id)),
      context.isReached,
    );
    if (reason) throw new ReleaseRefused(`${entry.id} ${reason}.`);
    await orRefused(tryReleases(entry, context), ({ message }) => {
      throw new ReleaseRefused(`${entry.id} ${message}.`);
    });
    return [...others, entry];
  });
  return entry;
}

const isShipped = (id: string) => SHIPPED.some((each) => each.id === id);

/** Adds a remote. Throws ReleaseRefused without any change. */
export const addRemote = (context: RegistryContext, value: unknown): Promise<RegistryEntry> =>
  put(context, value, (id, there) => {
    if (isShipped(id)) throw new ReleaseRefused(`${id} is taken: it comes with Flint. Change it instead.`);
    return there;
  });

/** Changes an existing remote, or a shipped one. Throws ReleaseRefused without any change. */
export const changeRemote = (context: RegistryContext, value: unknown): Promise<RegistryEntry> =>
  put(context, value, (id, there) => {
    if (!isShipped(id) && there.every((each) => each.id !== id))
      throw new ReleaseRefused(`${id} is not in the registry: add it.`);
    return there.filter((each) => each.id !== id);
  });

/** Removes a remote; a shipped one returns to its shipped state. Throws ReleaseRefused. */
export async function removeRemote(context: RegistryContext, id: string): Promise<void> {
  await changeRegistry(context, (values) => {
    const there = standing(values, context);
    if (there.every((each) => each.id !== id))
      throw new ReleaseRefused(
        isShipped(id) ? `${id} comes with Flint and stays.` : `${id} is not in the registry.`,
      );
    return Promise.resolve(there.filter((each) => each.id !== id));
  });
}

/** Signs the registry again, for another 90 days, perhaps with another key. Throws ReleaseRefused. */
export async function renewRegistry(context: RegistryContext): Promise<void> {
  await changeRegistry(context, (values) => Promise.resolve(standing(values, context)));
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
