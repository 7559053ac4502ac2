import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

const ACCEPTED = /^[\w-]{8,64}$/;

/** Gives each request an id: the caller's X-Request-Id if well formed, else a new one. The response repeats it. */
export const requestId: Middleware = async (ctx, next) => {
  const given = ctx.get('x-request-id');
  ctx.state.requestId = ACCEPTED.test(given) ? given : randomUUID();
  ctx.set('x-request-id', String(ctx.state.requestId));
  await next();
};
