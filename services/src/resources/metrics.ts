import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'koa';
import type { Gauge } from 'prom-client';
import { ApiError } from '../http/api-error';
import { pingDatabase } from '../infra/database-absent';
import { certificateOf } from '../infra/certificate';
import { certificateEnds, collectProcessMetrics, databaseUp, photoStoreUp, registry } from '../infra/metrics';
import { measureBackup } from './backups/index';
import { readKnownPicture } from './photos/index';
import { readReleaseCounts } from './release-counts';
import type { Deps, Resource } from './resource';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A store that does not respond within this time counts as away. */
export const STORE_TIMES = { silenceMs: 10_000 };

/** Measures whether a store answers, apart from the others: one that hangs must not hide another. */
function measureUp(gauge: Gauge, ask: (deps: Deps) => Promise<unknown>) {
  // a disk that hangs holds a thread: no second question is put beside it
  const asked = new WeakMap<Deps, Promise<number>>();
  const begin = (deps: Deps) => {
    const answer = ask(deps)
      .then(
        () => 1,
        () => 0,
      )
      .finally(() => asked.delete(deps));
    asked.set(deps, answer);
    return answer;
  };
  return async (deps: Deps) => {
    const silent = wait(STORE_TIMES.silenceMs, 0, { ref: false });
    const answers = await Promise.race([asked.get(deps) ?? begin(deps), silent]);
    gauge.set({ university: deps.env.UNIVERSITY_EMAIL_HOST }, answers);
  };
}
const measureDatabase = measureUp(databaseUp, pingDatabase);
const measurePhotoStore = measureUp(photoStoreUp, readKnownPicture);

/** Measures when the certificate that browsers see ends; an address out of this process's reach says nothing. */
async function measureCertificate({ env }: Deps): Promise<void> {
  if (!env.PUBLIC_URL.startsWith('https:')) return;
  const found = await certificateOf(env.PUBLIC_URL).catch(() => null);
  if (found) certificateEnds.set({ university: env.UNIVERSITY_EMAIL_HOST }, found.endsAt.getTime() / 1000);
}

/** Figures for Prometheus (of this process) and release counts (of all processes). Needs the METRICS_TOKEN; 404 if that is not set. */
export const metrics: Resource = {
  name: 'metrics',
  timed: [
    { everyMs: 15_000, run: measureDatabase, isMeasure: true, failed: 'the database was not measured' },
    { everyMs: 15_000, run: measurePhotoStore, isMeasure: true, failed: 'the photo store was not measured' },
    {
      everyMs: 60_000,
      run: measureBackup,
      isMeasure: true,
      failed: 'the age of the backup was not measured',
    },
    {
      everyMs: 600_000,
      run: measureCertificate,
      isMeasure: true,
      failed: 'the certificate was not measured',
    },
  ],
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
    // of all processes: the server of remotes judges canaries by it, and names them as `of=<remote> <release>`
    router.get('/metrics/releases', async (ctx) => {
      admit(ctx);
      const named = [ctx.query.of ?? []].flat().map((name) => name.split(' '));
      ctx.body = await readReleaseCounts(
        deps,
        named.map(([remote = '', release = '']) => ({ remote, release })),
      );
    });
  },
};
