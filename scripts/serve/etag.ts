import { createHash } from 'node:crypto';

/** A strong entity tag of the text, quotes included (RFC 9110, 8.8.3). */
export const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`;
