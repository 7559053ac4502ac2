/** The API's paths; `/auth` and `/auth/callback` belong to the shell, `/auth/v1` is the sign-in service. */
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

export const isApiPath = (path: string): boolean =>
  API_PATHS.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
