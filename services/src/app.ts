import type { RequestListener, Server } from 'node:http';
import { ROUTES } from '@flint/contracts';
import Router from '@koa/router';
import { createBinder, type Binder } from './http/bind';
import { createGracefulServer } from './http/graceful-server';
import { createIdempotency } from './http/idempotency';
import { createKoa } from './http/koa';
import type { TokenVerifier } from './http/session';
import { joinWhole } from './operations/restore';
import { every } from './infra/every';
import { cipherOf } from './infra/field-cipher';
import type { JoinOptions } from './infra/processes';
import { prepareResources, refuseErased, RESOURCES } from './resources/index';
import type { Deps } from './resources/resource';
import { isHosted } from './resources/sign-in/index';

export interface FlintApp {
  /** For any http server; it answers /api, /auth/v1, /storage/v1 and /health. */
  readonly listener: RequestListener;
  readonly binder: Binder;
  /** Stops timed work. The caller closes the database connection. */
  close(): Promise<void>;
}

export interface AppOptions extends JoinOptions {
  /** Time limit of a request before a 503; default 1.8 s. */
  readonly patienceMs?: number;
  /** After this a first request with an Idempotency-Key counts as dead; default one minute. */
  readonly abandonedMs?: number;
  /** How many requests of one student may write in five minutes; 600 by default. */
  readonly writesMax?: number;
  /** Whether the timed work of the resources runs; tests that do it by hand turn it off. */
  readonly timedWork?: boolean;
  /** Most time between two runs of timed work, so that a drill need not wait. */
  readonly timedMostMs?: number;
}

/**
 * The most frequent writes. Only their own student sees the data, so a check for erasure after the write, which also deletes the data, is
 * enough, except with a hosted project.
 */
const READ_BY_OWNER_ONLY: ReadonlySet<string> = new Set([
  ROUTES.updateProfile.name,
  ROUTES.saveAvailability.name,
]);

/** Builds the API from its resources. Resolves when indexes are built and caches are warm. Throws EnvError if a data key in use is not held. */
export async function createApp(
  deps: Deps,
  verifier: TokenVerifier,
  { patienceMs, abandonedMs, writesMax, timedWork = true, timedMostMs = Infinity, ...lease }: AppOptions = {},
): Promise<FlintApp> {
  const router = new Router();
  const binder = createBinder({
    router,
    verifier,
    now: () => deps.clock.now(),
    writesMax,
    idempotency: createIdempotency(deps, abandonedMs),
    settle: async (route, actor, isAfter) => {
      if (route.name === ROUTES.deleteAccount.name) return;
      // an old session of a hosted project lives on, and must not erase what its student has stored since the return
      const isLate = READ_BY_OWNER_ONLY.has(route.name) && !isHosted(deps);
      if (isAfter || !isLate) await refuseErased(deps, actor, isAfter);
    },
  });
  for (const resource of RESOURCES) {
    resource.routes?.(binder, deps);
    resource.mount?.(router, deps);
  }
  const isSecure = deps.env.PUBLIC_URL.startsWith('https:');
  const { TRUSTED_PROXIES: trustedProxies } = deps.env;
  const koa = createKoa(router, {
    ...deps,
    trace: deps.telemetry?.middleware,
    refusals: RESOURCES.map((resource) => resource.refusals?.(deps)).filter((each) => each != null),
    trustedProxies,
    isSecure,
    patienceMs,
  });
  deps.telemetry?.watch(deps.db);
  const leave = await joinWhole(deps, lease);
  await prepareResources(deps).catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  const cipher = cipherOf(deps);
  const timed = timedWork ? RESOURCES.flatMap((resource) => resource.timed ?? []) : [];
  const stops = [
    ...timed.map(({ everyMs, run, isMeasure, failed }) =>
      every(
        Math.min(everyMs, timedMostMs),
        async () => (isMeasure || cipher.canSeal()) && run(deps),
        (error) => deps.log.warn({ err: error }, failed),
      ),
    ),
    ...RESOURCES.map((resource) => resource.start?.(deps)).filter((stop) => stop !== undefined),
  ];
  return {
    listener: koa.callback(),
    binder,
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await leave();
    },
  };
}

/** An http server that closes slow and idle connections (decisions/009). */
export const createHttpServer = (listener: RequestListener): Server => createGracefulServer(listener).server;
