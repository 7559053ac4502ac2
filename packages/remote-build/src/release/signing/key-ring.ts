import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import { ReleaseRefused } from '../refused';

/** A public key whose owner may release some remotes. */
export interface TrustedKey {
  /** RFC 7638 thumbprint of the key, in the header of everything it signs. */
  readonly kid: string;
  /** Who holds it, for people. */
  readonly name: string;
  /** Ids of the remotes it may release. */
  readonly remotes: readonly string[];
  /** The public half (P-256). */
  readonly jwk: JWK;
  /** It signs test releases, and nothing else; keys without this sign none. */
  readonly test?: true;
  /** ISO 8601: a retired key signs no pointer after this; releases it signed before stay good. */
  readonly until?: string;
  /** ISO 8601: nothing this key ever signed is trusted any more. */
  readonly revoked?: string;
}

/** The keys a shell trusts: its own configuration, never in the place releases are kept in. */
export interface KeyRing {
  readonly keys: readonly TrustedKey[];
}

/** Trusts nobody. */
export const NO_KEYS: KeyRing = { keys: [] };

/** Reads the file RELEASE_KEYS names; null when the setting is empty. Throws ReleaseRefused when it cannot be read. */
export async function readKeyRing(file: string | undefined): Promise<KeyRing | null> {
  if (!file) return null;
  try {
    const ring = JSON.parse(await readFile(file, 'utf8')) as Partial<KeyRing>;
    if (Array.isArray(ring.keys)) return ring as KeyRing;
  } catch (error) {
    throw new ReleaseRefused(`RELEASE_KEYS: ${file} cannot be read (${(error as Error).message}).`);
  }
  throw new ReleaseRefused(`RELEASE_KEYS: ${file} lists no keys; npm run release-keys -- new makes one.`);
}

/** Why a key may not sign for a remote, in words that follow the remote's name; null when it may. */
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
  // a date nobody can read has passed
  if (at && key.until && !(Date.parse(key.until) > at.getTime()))
    return `is signed by ${key.name}, a key retired on ${key.until}`;
  return null;
}
