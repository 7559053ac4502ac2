import { DESK_BASE, type DeskRoute } from '@flint/contracts/desk';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '@flint/contracts';
import type Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { check } from '../http/bind';
import { readJson } from '../http/json-body';
import { DeskError } from './desk-error';
import { authenticateOperator, type DeskActor, type DeskPlace } from './sessions';

/** The input of a handler, checked and typed by its route. */
export interface DeskInput<R extends DeskRoute> {
  /** The signed-in operator; reading it throws on a route of stage 'none'. */
  readonly actor: DeskActor;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly ctx: Context;
}

export type BindDesk = <R extends DeskRoute>(
  route: R,
  handler: (input: DeskInput<R>) => Promise<ResponseOf<R>>,
) => void;

/**
 * Refuses requests that are not from the desk's own page: another host name (such as a foreign name that resolves here), another origin, or
 * another site or port by Sec-Fetch-Site. A request that changes data must send its origin.
 */
function refuseForeign(ctx: Context, { origin }: DeskPlace): void {
  const own = new URL(origin());
  const [from, site] = [ctx.get('origin'), ctx.get('sec-fetch-site')];
  const isWrite = ctx.method !== 'GET' && ctx.method !== 'HEAD';
  const isForeign =
    ctx.get('host') !== own.host ||
    (from !== '' && from !== own.origin) ||
    (isWrite && from === '') ||
    (site !== '' && site !== 'same-origin');
  if (isForeign) throw new DeskError('foreign_origin');
}

/**
 * Mounts routes of the desk. Order inside a request: origin, session and its stage, params, query, body, session again, handler. The
 * response is filtered by the route's schema, is never cached, and has no CORS headers.
 */
export function createDeskBinder(router: Router, place: DeskPlace): BindDesk {
  return (route, handler) => {
    const path = DESK_BASE + route.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], async (ctx) => {
      refuseForeign(ctx, place);
      const authenticate = async (): Promise<DeskActor | null> => {
        if (route.stage === 'none') return null;
        const actor = await authenticateOperator(ctx, place, ctx.query.background === 'yes');
        if (route.stage === 'full' && actor.stage !== 'full') throw new DeskError('second_factor_needed');
        return actor;
      };
      const actor = await authenticate();
      const params = check(route.params, ctx.params);
      const query = check(route.query, ctx.query);
      const body = route.body ? check(route.body, await readJson(ctx)) : undefined;
      // a body may take long to arrive, and the operator may be removed meanwhile
      if (route.body) await authenticate();
      const input = {
        params,
        query,
        body,
        ctx,
        get actor() {
          if (!actor) throw new Error('a route without a session has no actor');
          return actor;
        },
      } as DeskInput<typeof route>;
      const result = await handler(input);
      ctx.status = route.status;
      ctx.set('cache-control', 'no-store');
      ctx.body = route.response ? z.parse(route.response, result) : null;
    });
  };
}
