/** Paths the API answers; `/auth` and `/auth/callback` are the shell's, `/auth/v1` is the sign-in service. */
export const API_PATHS = [
  '/api',
  '/auth/v1',
  '/storage',
  '/openapi.json',
  '/.well-known/security.txt',
  '/docs/api',
  '/health',
  '/metrics',
  '/outbox',
  '/outbox.json',
] as const;

/** Whether the API answers a path. */
export const isApiPath = (path: string): boolean =>
  API_PATHS.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
