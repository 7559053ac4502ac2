import { subjectOf as subjectOfToken } from '@flint/contracts/token-claims';

/** The student that a bearer token was issued to; null if it cannot be read. */
export const subjectOf = (authorization: string | null): string | null =>
  subjectOfToken(authorization?.split(' ')[1] ?? '');
