/**
 * The registry: the remotes, their screens, the origins of their releases and the keys that may sign them. One document, stored
 * with the releases, signed by a key of this shell whose `remotes` has `registry`, and changed by compare-and-set.
 */
import { REGISTRY_LIMITS } from '@flint/contracts/registry';
import { DAY_MS } from '@flint/contracts/time';
import { orRefused, ReleaseRefused, type OnRefused } from '@flint/remote-build/release/refused';
import { refuseKey, type KeyRing } from '@flint/remote-build/release/signing/key-ring';
import { peek, verify, type Signer } from '@flint/remote-build/release/signing/signatures';
import type { ReleaseStore } from '@flint/remote-build/release/store';

/** The id in `remotes` of keys for the registry. */
export const REGISTRY = 'registry';
const REGISTRY_KEY = 'registry.json';
/** The validity of a signed registry; `npx flint release registry renew` signs it again. */
const HOLDS_DAYS = 90;

export interface RegistryStatement {
  readonly remote: typeof REGISTRY;
  readonly revision: number;
  /** The address of its Flint: another environment refuses it. */
  readonly environment: string;
  /** ISO 8601. */
  readonly expires: string;
  readonly entries: readonly unknown[];
}

interface Kept {
  readonly revision?: number;
  readonly entries?: readonly unknown[];
  readonly signed?: string;
}

/** The stored form, not verified. */
export interface RegistryDocument {
  readonly revision: number;
  readonly entries: readonly unknown[];
  readonly signed: string | null;
  readonly etag: string | null;
}

/** Reads the stored registry. Throws ReleaseRefused if it is malformed. */
export async function readDocument(store: Pick<ReleaseStore, 'read'>): Promise<RegistryDocument> {
  const stored = await store.read(REGISTRY_KEY);
  if (!stored) return { revision: 0, entries: [], signed: null, etag: null };
  if (stored.bytes.length > REGISTRY_LIMITS.bytes)
    throw new ReleaseRefused(`is larger than ${REGISTRY_LIMITS.bytes} bytes`);
  try {
    const { signed = null, ...rest } = JSON.parse(new TextDecoder().decode(stored.bytes)) as Kept;
    const { revision, entries } = signed === null ? rest : peek<RegistryStatement>(signed);
    if (!Number.isSafeInteger(revision) || !Array.isArray(entries)) throw new TypeError('no registry');
    if (entries.length > REGISTRY_LIMITS.remotes)
      throw new ReleaseRefused(`has more than ${REGISTRY_LIMITS.remotes} remotes`);
    return { revision: revision!, entries, signed, etag: stored.etag };
  } catch (error) {
    if (error instanceof ReleaseRefused) throw error;
    throw new ReleaseRefused('cannot be read: it is no registry', { cause: error });
  }
}

/** Until when a signed registry holds, not verified; null if it is not signed. */
export const endOf = ({ signed }: RegistryDocument): Date | null =>
  signed === null ? null : new Date(peek<RegistryStatement>(signed).expires);

/** Verifies a registry's signature and address, and its expiry `at` a time. Throws ReleaseRefused with words after "registry". */
export async function verifyDocument(
  ring: KeyRing,
  signed: string | null,
  { environment, at }: { readonly environment: string; readonly at?: Date },
): Promise<RegistryStatement> {
  const wanted = { typ: 'flint-registry', remote: REGISTRY, ...(at && { at }) } as const;
  const statement = await verify<RegistryStatement>(ring, signed ?? '', wanted);
  if (statement.environment !== environment)
    throw new ReleaseRefused(`is for ${statement.environment}, not for ${environment}`);
  if (at && !(Date.parse(statement.expires) > at.getTime()))
    throw new ReleaseRefused(`expired on ${statement.expires}: npx flint release registry renew`);
  return statement;
}

/** The editor of the registry, and its Flint. */
export interface RegistryContext {
  readonly store: ReleaseStore;
  readonly signer: Signer | null;
  /** Null if nothing needs a signature. */
  readonly ring: KeyRing | null;
  /** The origin of its Flint (PUBLIC_URL). */
  readonly environment: string;
  /** Whether that Flint is in production. */
  readonly isReached: boolean;
  readonly contract: number;
  readonly now?: () => Date;
  /** Called when a change is stored although the remote's release fails, or would not run offline. */
  readonly warn?: OnRefused;
}

async function assertOurs(context: RegistryContext, { signed, etag }: RegistryDocument): Promise<void> {
  const { ring, signer, environment, now = () => new Date() } = context;
  if (!signer && (ring || signed))
    throw new ReleaseRefused(
      'The registry is signed here: set RELEASE_KEY, or RELEASE_SIGNER, to change it.',
    );
  if (!ring || !signer) return;
  const reason = refuseKey(ring, { kid: signer.kid, remote: REGISTRY, at: now() });
  if (reason) throw new ReleaseRefused(`What this key signs would be refused: it ${reason}.`);
  if (etag === null) return;
  // an expired one is still ours
  await orRefused(verifyDocument(ring, signed, { environment }), (cause) => {
    throw new ReleaseRefused(`The registry there ${cause.message}, so nothing is built on it.`, { cause });
  });
}

/**
 * Changes the registry by compare-and-set: after a concurrent change this one is refused, and nothing is lost. Rethrows what `edit` throws.
 * Throws ReleaseRefused.
 */
export async function changeRegistry(
  context: RegistryContext,
  edit: (entries: readonly unknown[]) => Promise<readonly unknown[]>,
): Promise<void> {
  const { store, signer, environment, now = () => new Date() } = context;
  const before = await orRefused(readDocument(store), (cause) => {
    throw new ReleaseRefused(`The registry ${cause.message}.`, { cause });
  });
  await assertOurs(context, before);
  const entries = await edit(before.entries);
  if (entries.length > REGISTRY_LIMITS.remotes)
    throw new ReleaseRefused(`The registry has room for ${REGISTRY_LIMITS.remotes} remotes.`);
  const revision = before.revision + 1;
  const expires = new Date(now().getTime() + HOLDS_DAYS * DAY_MS).toISOString();
  const kept: Kept = signer
    ? {
        signed: await signer.sign('flint-registry', {
          remote: REGISTRY,
          revision,
          environment,
          expires,
          entries,
        } satisfies RegistryStatement),
      }
    : { revision, entries };
  const bytes = new TextEncoder().encode(`${JSON.stringify(kept, null, 2)}\n`);
  if (bytes.length > REGISTRY_LIMITS.bytes)
    throw new ReleaseRefused(`The registry would be larger than ${REGISTRY_LIMITS.bytes} bytes.`);
  if (!(await store.writeIf(REGISTRY_KEY, bytes, before.etag)))
    throw new ReleaseRefused(
      'The registry was changed by somebody else meanwhile; nothing was changed. Look at npx flint release registry list, then decide again.',
    );
}
