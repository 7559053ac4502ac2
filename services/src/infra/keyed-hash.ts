import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derive-key';

/** A text as a keyed hash for one purpose, in base64url. Without the secret, nobody can compute it or find the text. */
export const keyedHash = ({ secret }: { readonly secret: Buffer }, purpose: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url');

/** Whether two hashes are the same, in a time that does not tell where they differ. A hash that came from outside may be any text. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
