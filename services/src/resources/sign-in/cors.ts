import { PROOF_HEADER } from '@flint/contracts/proof-of-work';
import type { Context } from 'koa';
import type { Env } from '../../env';

/** Includes `apikey`, which every client sends and GoTrue's own list lacks (decisions/004). */
const REQUEST_HEADERS = `Accept, Authorization, Content-Type, X-Client-IP, X-Client-Info, X-JWT-AUD, x-use-cookie, X-Supabase-Api-Version, apikey, ${PROOF_HEADER}`;

/** Includes X-Supabase-Api-Version; without it a browser hides the codes of errors (decisions/004). */
const RESPONSE_HEADERS = 'X-Total-Count, Link, X-Supabase-Api-Version, Retry-After';

/** CORS for Flint's own origin and those the operator listed, without credentials. */
export function createCors(env: Env) {
  const listed = env.AUTH_ALLOWED_ORIGINS.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
  const allowed = new Set([new URL(env.PUBLIC_URL).origin, ...listed].filter(Boolean));
  return (ctx: Context): void => {
    ctx.vary('Origin');
    const origin = ctx.get('origin');
    if (!allowed.has(origin)) return;
    ctx.set('access-control-allow-origin', origin);
    ctx.set('access-control-expose-headers', RESPONSE_HEADERS);
    if (ctx.method !== 'OPTIONS') return;
    ctx.set({
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': '3600',
    });
  };
}
