import { ROUTES } from '@flint/contracts';
import { SHIPPED_SCREENS } from '@flint/contracts/shipped-screens';
import type { Context } from 'koa';
import type { Handler } from '../http/bind';
import { clientAddress } from '../http/client-address';
import { enforceLimit } from '../http/rate-limit';
import { remoteFailures, remoteLoads, vitals } from '../infra/metrics';
import { gatherCounts } from './release-counts';
import type { Deps, Resource } from './resource';

/** Enough for a campus behind one address, where each page reports twice. */
const REPORTS = { name: 'browser-reports', max: 600, seconds: 60 };

/** Anyone may report, and a label stays in memory for good: beyond this many, remotes share one. */
const LABELS_MAX = 50;
const labels = new Set(['shell', ...SHIPPED_SCREENS.map(({ remote }) => remote)]);

function labelOf(remote: string): string {
  // this server is not told of remotes in the registry
  if (labels.size < LABELS_MAX) labels.add(remote);
  return labels.has(remote) ? remote : 'other';
}

/** One counter per database, which is one per university. */
const gathering = new WeakMap<Deps['db'], ReturnType<typeof gatherCounts>>();

function countsOf(deps: Deps) {
  const counts = gathering.get(deps.db) ?? gatherCounts(deps);
  gathering.set(deps.db, counts);
  return counts;
}

/** Reports from browsers: release counts are added up, failures are logged with the error id the student sees. */
export const browserReports: Resource = {
  name: 'browser-reports',
  start: (deps) => countsOf(deps).start(),
  routes(api, deps) {
    const limit = (ctx: Context) => enforceLimit(ctx, deps, REPORTS, clientAddress(ctx));
    const report: Handler<typeof ROUTES.reportBrowser> = async ({ body, ctx }) => {
      for (const { name, value } of body.vitals)
        vitals.observe({ vital: name }, name === 'CLS' ? value : value / 1000);
      const loads = body.loads ?? [];
      for (const { remote, failed } of loads)
        remoteLoads.inc({ remote: labelOf(remote), result: failed ? 'failed' : 'tried' });
      for (const failure of body.failures) {
        remoteFailures.inc({ remote: labelOf(failure.remote || 'shell'), code: failure.code });
        deps.log.warn({ ...failure, requestId: String(ctx.state.requestId) }, 'a screen failed in a browser');
      }
      countsOf(deps).add(loads);
      return null;
    };
    api.bind(ROUTES.reportBrowser, report, limit);
  },
};
