import {
  acceptsKey,
  API_BASE,
  LIMITS,
  ROUTES,
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
import { createMemoryLimit, READS, refuseBeyond, writeLimit, WRITES } from './rate-limit';
import { authenticate, type Actor, type TokenVerifier } from './session';
import { limitEach } from './turns';

/** The input of a handler, checked and typed by its route. */
export interface Input<R extends Route> {
  /** The signed-in student; reading it throws on a route with `auth: 'none'`. */
  readonly actor: Actor;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The texts in the language of the request; reading them adds `Vary`. */
  readonly texts: Catalogue;
  readonly ctx: Context;
}

export type Handler<R extends Route> = (input: Input<R>) => Promise<ResponseOf<R>>;

export interface Binder {
  /** `guard` may refuse before the body is read. */
  bind<R extends Route>(route: R, handler: Handler<R>, guard?: (ctx: Context) => Promise<void>): void;
  /**
   * Mounts a GET below the API's base that writes its own response, such as an event stream. `stands` tells whether the session is still
   * live.
   */
  stream(path: string, handler: (actor: Actor, ctx: Context, stands: () => Promise<boolean>) => void): void;
  /** Routes bound so far, for the test that compares them with the contract. */
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

/** The value as the schema parses it. Throws 400 with every bad field. */
export function check(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new ApiError('validation_failed', { errors: fieldErrors(parsed.error) });
  return parsed.data;
}

const noActor = (): never => {
  throw new Error('a route without authentication has no actor');
};

/** Throws 403 proof_needed unless a code from the mailbox was used within the last minutes, because the thief of a session has no mailbox. */
function demandProof({ provenAt }: Actor, now: Date): void {
  const age = provenAt === null ? Infinity : now.getTime() - provenAt;
  // a token from the future proves nothing, apart from a small difference of clocks
  if (age > PROOF_MS || age < -PROOF_MS) throw new ApiError('proof_needed');
}

/** A student's writes change the same few rows: more at once repeat each other's transactions, and cost others time. */
const WRITES_AT_ONCE = 4;

interface Deps {
  readonly router: Router;
  readonly verifier: TokenVerifier;
  readonly now: () => Date;
  readonly idempotency: Idempotency;
  /** How many requests of one student may write in five minutes; `WRITES` says 600. */
  readonly writesMax?: number | undefined;
  /** Called before and after each writing request of a student, also after a refusal; may refuse it. */
  readonly settle?: (route: Route, actor: Actor, isAfter: boolean) => Promise<void>;
}

/**
 * Mounts contract routes. Order inside a request: session, limits, params, query, body, idempotency, handler. The response is filtered by
 * the route's schema: members the contract does not name are dropped.
 */
export function createBinder({ router, verifier, now, idempotency, writesMax, settle }: Deps): Binder {
  const countRead = createMemoryLimit(READS, { now });
  const writes = { ...WRITES, max: writesMax ?? WRITES.max };
  const countWrite = createMemoryLimit(writes, { now });
  const limit = async (ctx: Context, { userId }: Actor, isRead: boolean) => {
    const taken = await (isRead ? countRead(userId) : countWrite(userId));
    if (!isRead) writeLimit(ctx, writes, taken);
    refuseBeyond(taken);
  };
  const inTurn = limitEach(WRITES_AT_ONCE);
  const bound: Route[] = [];
  const bind: Binder['bind'] = (route, handler, guard) => {
    bound.push(route);
    const takesKey = acceptsKey(route);
    // the answer of the first call may be lost
    const isRepeatable = route.name === ROUTES.deleteAccount.name;
    const path = API_BASE + route.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], async (ctx) => {
      const actor = route.auth === 'user' ? await authenticate(ctx, verifier, isRepeatable) : null;
      if (actor && route.proof) demandProof(actor, now());
      if (actor) await limit(ctx, actor, route.method === 'GET');
      await guard?.(ctx);
      const params = check(route.params, ctx.params);
      const query = check(route.query, ctx.query);
      const body = route.body ? check(route.body, await readJson(ctx)) : undefined;
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
      const write = async (writer: Actor) => {
        // a body may take long to arrive, and so may a turn: the client may be gone, and the session ended
        if (ctx.res.destroyed || ctx.res.writableEnded)
          throw new ApiError('unavailable', { retryAfterSeconds: 1 });
        await authenticate(ctx, verifier, isRepeatable);
        await settle?.(route, writer, false);
        return work().finally(() => settle?.(route, writer, true));
      };
      const isWrite = actor && route.method !== 'GET';
      const { status, body: out } = await (isWrite ? inTurn(actor.userId, () => write(actor)) : work());
      ctx.status = status;
      const isTagged = route.tagged === true;
      ctx.set('cache-control', isTagged ? 'private, no-cache' : 'no-store');
      if (isTagged && ctx.fresh) ctx.status = 304;
      else ctx.body = out;
    });
  };
  const stream: Binder['stream'] = (path, handler) =>
    void router.get(API_BASE + path, async (ctx) => {
      const actor = await authenticate(ctx, verifier);
      await limit(ctx, actor, true);
      handler(actor, ctx, async () => {
        try {
          await authenticate(ctx, verifier);
          return true;
        } catch (error) {
          // an outage does not end the session
          return !(error instanceof ApiError && error.code === 'unauthenticated');
        }
      });
    });
  return { bind, stream, bound };
}
