import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { requestSeconds } from '../infra/metrics';

/** The declared route; unknown paths share one name, or a scanner could create labels without end. */
export const routeOf = (ctx: Context) => String((ctx as { _matchedRoute?: unknown })._matchedRoute ?? 'none');

/** Requests by machines, every few seconds. */
export const isNoise = (path: string) => path.startsWith('/health') || path === '/metrics';

/** Measures every request and logs one line: id, route, status and time; no address, no person. */
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
