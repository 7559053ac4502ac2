import type { Middleware } from 'koa';

const YEAR_SECONDS = 365 * 86_400;

/** Headers of every API response; pages get theirs from their own server. `isSecure` adds HSTS. */
export const securityHeaders =
  (isSecure: boolean): Middleware =>
  async (ctx, next) => {
    ctx.set({
      ...(isSecure && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    await next();
  };
