import type { Middleware } from 'koa';

/** Headers of every API answer; pages get theirs from whoever serves them. */
export const securityHeaders: Middleware = async (ctx, next) => {
  ctx.set({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  await next();
};
