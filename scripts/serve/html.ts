import { createHash } from 'node:crypto';

/** The hash of an inline script or style for a content security policy (CSP 3). */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
