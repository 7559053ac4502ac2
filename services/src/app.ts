import type { RequestListener, Server } from 'node:http';
import { ROUTES } from '@flint/contracts';
import Router from '@koa/router';
import { createBinder, type Binder } from './http/bind';
import { createGracefulServer } from './http/graceful-server';
import { createIdempotency } from './http/idempotency';
import { createKoa } from './http/koa';
import { enforceLimit } from './http/rate-limit';
import type { TokenVerifier } from './http/session';
import { refuseErased, RESOURCES } from './resources/index';
import type { Deps } from './resources/resource';

export interface FlintApp {
  /** Hand it to any http server; it answers /api, /auth/v1, /storage/v1 and /health. */
  readonly listener: RequestListener;
  readonly binder: Binder;
  /** Stops timed work. The database connection belongs to the caller. */
  close(): Promise<void>;
}

/** What one student may change: far above any use by hand, autosave included. */
const WRITES = { name: 'writes', max: 600, seconds: 300 };

export interface AppOptions {
  /** How long a request may take before it is answered 503; 1.8 s unless told. */
  readonly patienceMs?: number;
  /** After which a first request with an Idempotency-Key counts as died; a minute unless told. */
  readonly abandonedMs?: number;
}

/**
 * The most frequent writes. They reach nobody but their student, so that looking for an erased account afterwards, which takes back what
 * was written, is enough.
 */
const TELLS_NOBODY: ReadonlySet<string> = new Set([ROUTES.updateProfile.name, ROUTES.saveAvailability.name]);

/** Composes the API from its resources. Resolves once indexes are built and caches are warm. */
export async function createApp(
  deps: Deps,
  verifier: TokenVerifier,
  { patienceMs, abandonedMs }: AppOptions = {},
): Promise<FlintApp> {
  const router = new Router();
  const binder = createBinder({
    router,
    verifier,
    now: () => deps.clock.now(),
    idempotency: createIdempotency(deps.db, abandonedMs),
    settle: async (route, actor, isAfter) => {
      if (route.name === ROUTES.deleteAccount.name) return;
      if (isAfter || !TELLS_NOBODY.has(route.name)) await refuseErased(deps, actor, isAfter);
    },
    limitWrites: (ctx, userId) => enforceLimit(ctx, deps, WRITES, userId),
  });
  for (const resource of RESOURCES) {
    resource.routes?.(binder, deps);
    resource.mount?.(router, deps);
  }
  const isSecure = deps.env.PUBLIC_URL.startsWith('https:');
  const { TRUSTED_PROXIES: trustedProxies } = deps.env;
  const koa = createKoa(router, {
    log: deps.log,
    trace: deps.telemetry?.middleware,
    trustedProxies,
    isSecure,
    patienceMs,
  });
  deps.telemetry?.watch(deps.db);
  for (const resource of RESOURCES) await resource.prepare?.(deps);
  const stops = RESOURCES.map((resource) => resource.start?.(deps)).filter((stop) => stop !== undefined);
  return {
    listener: koa.callback(),
    binder,
    close: async () => void (await Promise.all(stops.map((stop) => stop()))),
  };
}

/** An http server with limits that end slow and idle clients (decisions/012). */
export const createHttpServer = (listener: RequestListener): Server => createGracefulServer(listener).server;
