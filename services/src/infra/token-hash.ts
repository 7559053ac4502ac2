import { createHash } from 'node:crypto';

/** The stored hash of a secret address, so that read access to the database does not open it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
