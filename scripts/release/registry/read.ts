import { ReleaseRefused, reportOnce, type OnRefused } from '@flint/remote-build/release/refused';
import type { KeyRing } from '@flint/remote-build/release/signing/key-ring';
import { NO_KEYS } from '@flint/remote-build/release/signing/key-ring';
import { assertNotOlder } from '@flint/remote-build/release/signing/signatures';
import type { Memory } from '@flint/remote-build/release/signing/trust';
import type { ReleaseStore } from '@flint/remote-build/release/store';
import { readDocument, REGISTRY, verifyDocument, type RegistryStatement } from './document';
import { checkEntries, withShipped, type RegistryEntry } from './entries';

interface Options {
  readonly store: Pick<ReleaseStore, 'read'>;
  /** Read each time, so that a revocation is effective at once. Null: nothing needs a signature (development). */
  readonly ring: () => Promise<KeyRing | null>;
  /** The last trusted registry, to detect an older one, also after a restart. */
  readonly memory: Memory;
  readonly environment: string;
  readonly isReached: boolean;
  readonly now?: () => Date;
  /** Called once for each reason. */
  readonly onRefused?: OnRefused;
}

/** A shell's view of the registry: valid and shipped entries, and refusals. */
export interface Registry {
  readonly entries: readonly RegistryEntry[];
  readonly refused: readonly (readonly [id: string, reason: string])[];
}

/**
 * Returns a function that reads the registry and returns its valid entries. A refusal changes nothing: the last trusted registry stays
 * until its expiry, else the shipped remotes remain.
 */
export function createRegistry(options: Options): () => Promise<Registry> {
  const {
    store,
    ring: readRing,
    memory,
    environment,
    isReached,
    now = () => new Date(),
    onRefused,
  } = options;
  let known: string | undefined;
  let sorted: { readonly text: string; readonly registry: Registry } | undefined;

  const refuse = reportOnce(onRefused);
  /** `otherwise` when `work` is refused, or the store cannot be read. */
  const held = <T, U>(work: Promise<T>, otherwise: U) =>
    work.catch((error: unknown) => {
      const { message } = error as Error;
      refuse(REGISTRY, error instanceof ReleaseRefused ? message : `cannot be read (${message})`);
      return otherwise;
    });

  const shown = (values: readonly unknown[]): Registry => {
    const text = JSON.stringify(values);
    if (sorted?.text !== text) {
      const { good, refused } = checkEntries(values, isReached);
      for (const [id, reason] of refused) refuse(id, reason);
      sorted = { text, registry: { entries: withShipped(good), refused } };
    }
    return sorted.registry;
  };

  async function trusted(ring: KeyRing): Promise<readonly unknown[]> {
    known ??= (await memory.read())[REGISTRY];
    const at = now();
    const holds = (signed: string) => verifyDocument(ring, signed, { environment, at });
    const read = async () => {
      const document = await readDocument(store);
      if (document.etag === null && !known) return [];
      if (!document.signed)
        throw new ReleaseRefused(document.etag === null ? 'was there before and is gone' : 'is not signed');
      const { entries } = await holds(document.signed);
      assertNotOlder<RegistryStatement>(known, document.signed, ({ revision }) => revision, [
        'number',
        'contents',
      ]);
      if (known !== document.signed) {
        known = document.signed;
        await memory.write({ [REGISTRY]: known });
      }
      return entries;
    };
    const entries = await held(read(), null);
    if (entries || !known) return entries ?? [];
    return (await held(holds(known), null))?.entries ?? [];
  }

  return async () => {
    const ring = await held(readRing(), NO_KEYS);
    if (ring) return shown(await trusted(ring));
    const document = await held(readDocument(store), null);
    return document ? shown(document.entries) : (sorted?.registry ?? shown([]));
  };
}
