import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Clock } from '../infra/clock';
import { observe } from './observe';
import { overload } from './overload';
import type { CipherNeeds } from '../infra/field-cipher';
import { problems } from './problem';
import { requestId } from './request-id';
import { securityHeaders } from './security-headers';
import { writesStop } from './writes-stop';

interface Options extends CipherNeeds {
  readonly log: Logger;
  readonly clock: Clock;
  /** Opens a span for each request. */
  readonly trace?: Middleware | undefined;
  /** Write refusals in another form than problem+json. */
  readonly refusals?: readonly Middleware[];
  /** Number of proxies whose forwarded addresses are trusted. */
  readonly trustedProxies?: number;
  /** Whether browsers use https. */
  readonly isSecure?: boolean;
  /** Time limit of a request before a 503. */
  readonly patienceMs?: number | undefined;
}

/** The middleware before the routes: request id, headers, measuring, errors as problems, load shedding. */
export function createKoa(
  router: Router,
  { log, clock, trace, refusals = [], trustedProxies = 0, isSecure = false, patienceMs, ...needs }: Options,
): Koa {
  const koa = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  koa.silent = true;
  koa.use(requestId);
  // devices go by it
  koa.use((ctx, next) => {
    ctx.set('date', clock.now().toUTCString());
    return next();
  });
  if (trace) koa.use(trace);
  koa.use(securityHeaders(isSecure)).use(observe(log)).use(problems(log));
  for (const each of refusals) koa.use(each);
  koa.use(overload({ patienceMs })).use(writesStop(needs)).use(router.routes()).use(router.allowedMethods());
  return koa;
}
