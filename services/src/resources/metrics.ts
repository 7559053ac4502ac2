import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { ApiError } from '../http/api-error';
import { collectProcessMetrics, registry } from '../infra/metrics';
import { readReleaseCounts } from './release-counts';
import type { Resource } from './resource';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Figures for Prometheus (of this process) and release counts (of all processes). Needs the METRICS_TOKEN; 404 if that is not set. */
export const metrics: Resource = {
  name: 'metrics',
  mount(router, deps) {
    const { env } = deps;
    if (env.METRICS_TOKEN) collectProcessMetrics();
    const admit = (ctx: Context) => {
      if (!env.METRICS_TOKEN) throw new ApiError('not_found');
      const expected = digest(`Bearer ${env.METRICS_TOKEN}`);
      if (!timingSafeEqual(digest(ctx.get('authorization')), expected)) {
        ctx.set('www-authenticate', 'Bearer');
        throw new ApiError('unauthenticated');
      }
      ctx.set('cache-control', 'no-store');
    };
    router.get('/metrics', async (ctx) => {
      admit(ctx);
      ctx.type = registry.contentType;
      ctx.body = await registry.metrics();
    });
    // of all processes: the server of remotes judges canaries by it
    router.get('/metrics/releases', async (ctx) => {
      admit(ctx);
      ctx.body = await readReleaseCounts(deps);
    });
  },
};
