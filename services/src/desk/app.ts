import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import { createKoa } from '../http/koa';
import { prepareRateLimits } from '../http/rate-limit';
import type { Deps } from '../resources/resource';
import { deskFactors, deskSessions } from '../resources/safety/desk.model';
import { createDeskBinder } from './bind';
import { bindCases } from './case-routes';
import { bindJobs } from './job-routes';
import { deskProblems } from './desk-error';
import type { DeskPlace } from './sessions';
import { bindSignIn } from './sign-in';

export interface DeskOptions {
  /** Names of operators by address. */
  readonly operators: ReadonlyMap<string, string>;
  readonly origin: () => string;
}

/** The desk's API: a separate Koa app with its own routes. It shares no route with the students' API. */
export async function createDesk(deps: Deps, { operators, origin }: DeskOptions): Promise<RequestListener> {
  const router = new Router();
  const place: DeskPlace = { deps, operators, origin };
  router.use(deskProblems);
  const bind = createDeskBinder(router, place);
  bindSignIn(bind, place);
  bindCases(bind, place);
  bindJobs(bind, place);
  router.get('/health/live', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  await Promise.all([prepareRateLimits(deps.db), deskFactors(deps.db).init(), deskSessions(deps.db).init()]);
  const { TRUSTED_PROXIES: trustedProxies, DESK_URL = '' } = deps.env;
  const isSecure = DESK_URL.startsWith('https:');
  return createKoa(router, { ...deps, trustedProxies, isSecure, patienceMs: 10_000 }).callback();
}
