import {
  acceptsKey,
  API_BASE,
  LIMITS,
  type BodyOf,
  type FieldError,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type Route,
} from '@flint/contracts';
import { message, type Catalogue } from '@flint/texts/catalogue';
import type Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { ApiError } from './api-error';
import type { Idempotency } from './idempotency';
import { readJson } from './json-body';
import { textsFor } from './language';
import { createReadLimit } from './read-limit';
import { authenticate, type Actor, type TokenVerifier } from './session';

/** What a handler gets: everything checked and typed from its route. */
export interface Input<R extends Route> {
  /** The signed-in student; on a route with `auth: 'none'` reading it throws. */
  readonly actor: Actor;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The words of the answer, in the language of the request; reading it marks the answer as varying by it. */
  readonly texts: Catalogue;
  readonly ctx: Context;
}

export type Handler<R extends Route> = (input: Input<R>) => Promise<ResponseOf<R>>;

export interface Binder {
  /** `guard` may refuse before the body is read. */
  bind<R extends Route>(route: R, handler: Handler<R>, guard?: (ctx: Context) => Promise<void>): void;
  /**
   * Mounts a GET below the API's base that writes its own answer, for what JSON cannot carry: a stream of events. `stands` says whether
   * the session is still good.
   */
  stream(path: string, handler: (actor: Actor, ctx: Context, stands: () => Promise<boolean>) => void): void;
  /** Routes bound so far, for the test that holds them against the contract. */
  readonly bound: readonly Route[];
}

const PROOF_MS = LIMITS.proofMinutes * 60_000;

const pointer = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');

function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          pointer: pointer([...issue.path, key]),
          detail: message('This field is not known.'),
        }))
      : [{ pointer: pointer(issue.path), detail: issue.message }],
  );
}

/** What was sent, as the schema reads it; throws 400 naming each field that is wrong. */
export function check(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new ApiError('validation_failed', { errors: fieldErrors(parsed.error) });
  return parsed.data;
}

const noActor = (): never => {
  throw new Error('a route without authentication has no actor');
};

/** Refuses 403 proof_needed unless a code from the mailbox was used within the last minutes: a stolen session has no mailbox. */
function demandProof({ provenAt }: Actor, now: Date): void {
  const age = provenAt === null ? Infinity : now.getTime() - provenAt;
  // a token from the future proves nothing either; clocks differ a little
  if (age > PROOF_MS || age < -PROOF_MS) throw new ApiError('proof_needed');
}

interface Deps {
  readonly router: Router;
  readonly verifier: TokenVerifier;
  readonly now: () => Date;
  readonly idempotency: Idempotency;
  /** Called before each request of a student that may write, and after it, also when it was refused; may refuse it. */
  readonly settle?: (route: Route, actor: Actor, isAfter: boolean) => Promise<void>;
  /** Counts what a student writes; refuses with 429. */
  readonly limitWrites?: (ctx: Context, userId: string) => Promise<void>;
}

/**
 * Mounts contract routes. Order inside a request: session, limits, params, query, body, idempotency, handler; what the handler
 * answers leaves through the route's response schema, an allow-list: a member the contract does not name is dropped.
 */
export function createBinder({ router, verifier, now, idempotency, settle, limitWrites }: Deps): Binder {
  const limitReads = createReadLimit(now);
  const bound: Route[] = [];
  const bind: Binder['bind'] = (route, handler, guard) => {
    bound.push(route);
    const takesKey = acceptsKey(route);
    const path = API_BASE + route.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], async (ctx) => {
      const actor = route.auth === 'user' ? await authenticate(ctx, verifier) : null;
      if (actor && route.proof) demandProof(actor, now());
      if (actor && route.method === 'GET') limitReads(actor.userId);
      if (actor && route.method !== 'GET') await limitWrites?.(ctx, actor.userId);
      await guard?.(ctx);
      const params = check(route.params, ctx.params);
      const query = check(route.query, ctx.query);
      const body = route.body ? check(route.body, await readJson(ctx)) : undefined;
      // a body may take its time: what was signed out, erased or banned meanwhile writes nothing any more
      if (actor && route.body) await authenticate(ctx, verifier);
      const input = {
        params,
        query,
        body,
        ctx,
        get texts() {
          return textsFor(ctx);
        },
        get actor() {
          return actor ?? noActor();
        },
      } as Input<typeof route>;
      const answer = async () => {
        const result = await handler(input);
        return {
          status: route.status as number,
          body: route.response ? z.parse(route.response, result) : null,
        };
      };
      const work = () =>
        takesKey && actor && ctx.req.headers['idempotency-key'] !== undefined
          ? idempotency.once(ctx, actor.userId, body, answer)
          : answer();
      const writer = route.method === 'GET' ? null : actor;
      if (writer) await settle?.(route, writer, false);
      const { status, body: out } = await work().finally(async () => {
        if (writer) await settle?.(route, writer, true);
      });
      ctx.status = status;
      const isTagged = route.tagged === true;
      ctx.set('cache-control', isTagged ? 'private, no-cache' : 'no-store');
      if (isTagged && ctx.fresh) ctx.status = 304;
      else ctx.body = out;
    });
  };
  const stream: Binder['stream'] = (path, handler) =>
    void router.get(API_BASE + path, async (ctx) =>
      handler(await authenticate(ctx, verifier), ctx, async () => {
        try {
          await authenticate(ctx, verifier);
          return true;
        } catch (error) {
          // an outage says nothing about the session
          return !(error instanceof ApiError && error.code === 'unauthenticated');
        }
      }),
    );
  return { bind, stream, bound };
}
