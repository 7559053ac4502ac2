import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { observe } from './observe';
import { overload } from './overload';
import { problems } from './problem';
import { requestId } from './request-id';
import { securityHeaders } from './security-headers';

interface Options {
  readonly log: Logger;
  /** Opens a span for each request. */
  readonly trace?: Middleware | undefined;
  /** Proxies in front whose forwarded addresses are believed. */
  readonly trustedProxies?: number;
  /** Whether browsers reach us by https. */
  readonly isSecure?: boolean;
  /** How long a request may take before it is answered 503. */
  readonly patienceMs?: number | undefined;
}

/** What every request passes on its way to the routes: an id, headers, measuring, errors as problems, load shedding. */
export function createKoa(
  router: Router,
  { log, trace, trustedProxies = 0, isSecure = false, patienceMs }: Options,
): Koa {
  const koa = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  koa.silent = true;
  koa.use(requestId);
  if (trace) koa.use(trace);
  koa
    .use(securityHeaders(isSecure))
    .use(observe(log))
    .use(problems(log))
    .use(overload({ patienceMs }))
    .use(router.routes())
    .use(router.allowedMethods());
  return koa;
}
