import { createHash } from 'node:crypto';

/** What is kept of a secret address: whoever reads the database cannot open it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
