import { hkdfSync } from 'node:crypto';

const derived = new WeakMap<Buffer, Map<string, Buffer>>();
/** Purposes of single sessions come and go: the others are derived again then. */
const MOST_KEPT = 1_000;

/** A 32-byte key for one purpose, derived from the master secret (HKDF-SHA256); other purposes cannot be told from it. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  const kept = derived.get(secret) ?? new Map<string, Buffer>();
  derived.set(secret, kept);
  const known = kept.get(purpose);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const key = Buffer.from(hkdfSync('sha256', secret, '', `flint/${purpose}`, 32));
  kept.set(purpose, key);
  return key;
}
