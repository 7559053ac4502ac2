import { hkdfSync } from 'node:crypto';

/** A 32-byte key for one purpose, derived from the master secret (HKDF-SHA256); other purposes cannot be told from it. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `flint/${purpose}`, 32));
