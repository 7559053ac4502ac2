import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { requestSeconds } from '../infra/metrics';

/** The route as declared; what nobody serves has one name, or a scanner could make labels without end. */
export const routeOf = (ctx: Context) => String((ctx as { _matchedRoute?: unknown })._matchedRoute ?? 'none');

/** Asked by machines, every few seconds. */
export const isNoise = (path: string) => path.startsWith('/health') || path === '/metrics';

/** Measures every request and writes one line for it: its id, route, status and time; no address, no person. */
export function observe(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    const ms = performance.now() - started;
    const route = routeOf(ctx);
    if (isNoise(ctx.path)) return;
    requestSeconds.observe({ method: ctx.method, route, status: ctx.status }, ms / 1000);
    const { requestId } = ctx.state as { requestId: string };
    log.info({ requestId, method: ctx.method, route, status: ctx.status, ms: Math.round(ms) }, 'request');
  };
}
