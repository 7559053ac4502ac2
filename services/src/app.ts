import { createServer, type RequestListener, type Server } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { createBinder, type Binder } from './http/bind';
import { createIdempotency } from './http/idempotency';
import { problems } from './http/problem';
import { requestId } from './http/request-id';
import { securityHeaders } from './http/security-headers';
import type { TokenVerifier } from './http/session';
import { RESOURCES } from './resources/index';
import type { Deps } from './resources/resource';

export interface FlintApp {
  /** Hand it to any http server; it answers /api, /auth/v1, /storage/v1 and /health. */
  readonly listener: RequestListener;
  readonly binder: Binder;
  /** Stops timed work. The database connection belongs to the caller. */
  close(): Promise<void>;
}

/** Composes the API from its resources. Resolves once indexes are built and caches are warm. */
export async function createApp(deps: Deps, verifier: TokenVerifier): Promise<FlintApp> {
  const koa = new Koa({ proxy: deps.env.TRUSTED_PROXIES > 0, maxIpsCount: deps.env.TRUSTED_PROXIES });
  koa.silent = true;
  const router = new Router();
  const binder = createBinder({ router, verifier, idempotency: createIdempotency(deps.db) });
  for (const resource of RESOURCES) {
    resource.routes?.(binder, deps);
    resource.mount?.(router, deps);
  }
  koa
    .use(requestId)
    .use(securityHeaders)
    .use(problems(deps.log))
    .use(router.routes())
    .use(router.allowedMethods());
  for (const resource of RESOURCES) await resource.prepare?.(deps);
  const stops = RESOURCES.map((resource) => resource.start?.(deps)).filter((stop) => stop !== undefined);
  return {
    listener: koa.callback(),
    binder,
    close: async () => void (await Promise.all(stops.map((stop) => stop()))),
  };
}

/** An http server with limits that end slow and idle clients (quality, finding 12). */
export function createHttpServer(listener: RequestListener): Server {
  return createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16_384,
    },
    listener,
  );
}
