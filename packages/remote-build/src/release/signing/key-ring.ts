import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import { ReleaseRefused } from '../refused';

/** A public key, and the remotes that its owner may release. */
export interface TrustedKey {
  /** The key's RFC 7638 thumbprint, in the header of its signatures. */
  readonly kid: string;
  readonly name: string;
  /** Ids of the remotes it may release. */
  readonly remotes: readonly string[];
  /** The public half (P-256). */
  readonly jwk: JWK;
  /** It signs test releases only; keys without this sign none. */
  readonly test?: true;
  /** ISO 8601: after this, the key signs no pointer; its earlier releases stay valid. */
  readonly until?: string;
  /** ISO 8601: no signature of this key is trusted. */
  readonly revoked?: string;
}

/** The keys that a shell trusts, from its own configuration, never from the release store. */
export interface KeyRing {
  readonly keys: readonly TrustedKey[];
}

export const NO_KEYS: KeyRing = { keys: [] };

/** Reads the file named by RELEASE_KEYS; null if the setting is empty. Throws ReleaseRefused if it cannot be read. */
export async function readKeyRing(file: string | undefined): Promise<KeyRing | null> {
  if (!file) return null;
  try {
    const ring = JSON.parse(await readFile(file, 'utf8')) as Partial<KeyRing>;
    if (Array.isArray(ring.keys)) return ring as KeyRing;
  } catch (error) {
    throw new ReleaseRefused(`RELEASE_KEYS: ${file} cannot be read (${(error as Error).message}).`);
  }
  throw new ReleaseRefused(`RELEASE_KEYS: ${file} lists no keys: keys new makes one.`);
}

/** Why a key may not sign for a remote, as words after the remote's name; null if it may. */
export function refuseKey(
  ring: KeyRing,
  {
    kid,
    remote,
    at,
    isTest = false,
  }: { readonly kid: string; readonly remote: string; readonly at?: Date; readonly isTest?: boolean },
): string | null {
  const key = ring.keys.find((each) => each.kid === kid);
  if (!key) return `is signed by a key that is not trusted (${kid})`;
  if (key.revoked) return `is signed by ${key.name}, a key revoked on ${key.revoked}`;
  if (Boolean(key.test) !== isTest)
    return `is signed by ${key.name}, a key for ${key.test ? 'test releases' : 'releases, not for test releases'}`;
  if (!key.remotes.includes(remote)) return `is signed by ${key.name}, which may not release ${remote}`;
  // an invalid date counts as past
  if (at && key.until && !(Date.parse(key.until) > at.getTime()))
    return `is signed by ${key.name}, a key retired on ${key.until}`;
  return null;
}

/** Throws ReleaseRefused if shells with this ring would refuse what a key signs, or, without a key, what nobody signs. */
export function assertTrusts(
  ring: KeyRing | null | undefined,
  { kid, ...use }: Omit<Parameters<typeof refuseKey>[1], 'kid'> & { readonly kid: string | undefined },
): void {
  const { remote } = use;
  if (!ring) return;
  if (!kid)
    throw new ReleaseRefused(
      `${remote} has keys, so it is refused unsigned: set RELEASE_KEY, or RELEASE_SIGNER.`,
    );
  const reason = refuseKey(ring, { kid, ...use });
  if (reason) throw new ReleaseRefused(`${remote}: what this key signs would be refused: it ${reason}.`);
}
