import { hkdfSync } from 'node:crypto';

const derived = new WeakMap<Buffer, Map<string, Buffer>>();
/** Cache size; keys of single sessions are derived again when they drop out. */
const MOST_KEPT = 1_000;

/** A 32-byte key for one purpose, derived from the master secret (HKDF-SHA256). It reveals no other purpose's key. */
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
