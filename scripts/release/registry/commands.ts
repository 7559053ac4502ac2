import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { environmentOf, isReached, openPlace, ringOf } from '../place';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { signerOf } from '@flint/remote-build/release/signing/signatures';
import { changeRegistry, readDocument, type RegistryContext } from './document';
import { assertRelease, pointersAt } from './elsewhere';
import { parseEntry, refuseEntry, SHIPPED, sortOut, withShipped, type RegistryEntry } from './entries';

/** Who edits the registry, by the settings of the commands that release. Throws ReleaseRefused. */
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

/** Reads the releases of an entry as a shell would. Throws ReleaseRefused when there is none it would run. */
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
    await assertRelease(at.store, entry.id, pointers.live, contract);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** The entries that stand there; somebody may have written what is none. */
const standing = (values: readonly unknown[], { isReached: reached }: RegistryContext) => [
  ...sortOut(values, reached).good,
];

/** Puts an entry beside the others, after its releases were read as a shell reads them. Throws ReleaseRefused, in one sentence. */
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
    await tryReleases(entry, context).catch((error: unknown) => {
      throw error instanceof ReleaseRefused ? new ReleaseRefused(`${entry.id} ${error.message}.`) : error;
    });
    return [...others, entry];
  });
  return entry;
}

const isShipped = (id: string) => SHIPPED.some((each) => each.id === id);

/** Adds a remote. Throws ReleaseRefused, and then nothing was changed. */
export const addRemote = (context: RegistryContext, value: unknown): Promise<RegistryEntry> =>
  put(context, value, (id, there) => {
    if (isShipped(id)) throw new ReleaseRefused(`${id} is taken: it comes with Flint. Change it instead.`);
    return there;
  });

/** Changes a remote that is there, or one that comes with the build. Throws ReleaseRefused, and then nothing was changed. */
export const changeRemote = (context: RegistryContext, value: unknown): Promise<RegistryEntry> =>
  put(context, value, (id, there) => {
    if (!isShipped(id) && there.every((each) => each.id !== id))
      throw new ReleaseRefused(`${id} is not in the registry: add it.`);
    return there.filter((each) => each.id !== id);
  });

/** Takes a remote out; one that comes with the build is again as it came. Throws ReleaseRefused. */
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

/** Signs the registry again, for another 90 days or with another key. Throws ReleaseRefused. */
export async function renewRegistry(context: RegistryContext): Promise<void> {
  await changeRegistry(context, (values) => Promise.resolve(standing(values, context)));
}

/** What the registry says, and why some of it does not stand. Throws ReleaseRefused. */
export async function listRegistry(context: RegistryContext) {
  const { revision, entries, signed } = await readDocument(context.store);
  const { good, refused } = sortOut(entries, context.isReached);
  return { revision, isSigned: signed !== null, entries: withShipped(good), refused };
}
