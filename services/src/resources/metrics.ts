import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../http/api-error';
import { registry } from '../infra/metrics';
import type { Resource } from './resource';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The figures of this process for Prometheus, to who sends METRICS_TOKEN; without that setting there are none to see. */
export const metrics: Resource = {
  name: 'metrics',
  mount(router, { env }) {
    router.get('/metrics', async (ctx) => {
      if (!env.METRICS_TOKEN) throw new ApiError('not_found');
      const expected = digest(`Bearer ${env.METRICS_TOKEN}`);
      if (!timingSafeEqual(digest(ctx.get('authorization')), expected)) {
        ctx.set('www-authenticate', 'Bearer');
        throw new ApiError('unauthenticated');
      }
      ctx.set('cache-control', 'no-store');
      ctx.type = registry.contentType;
      ctx.body = await registry.metrics();
    });
  },
};
