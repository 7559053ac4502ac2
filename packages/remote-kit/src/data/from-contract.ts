import type { BodyOf, ParamsOf, ResponseOf, Route } from '@flint/contracts';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { baseQuery, type QueryCall } from './base-query';
import type { CallFailure } from './failure';

type Has<T> = T extends undefined ? false : true;

/**
 * The argument of a hook, derived from the route: none, its params, its body, or both as `{ params, body }`; an idempotent route has
 * `{ body, idempotencyKey }`.
 */
export type ArgOf<R extends Route> = R['idempotent'] extends true
  ? { readonly body: BodyOf<R>; readonly idempotencyKey: string }
  : [Has<ParamsOf<R>>, Has<BodyOf<R>>] extends [true, true]
    ? { readonly params: ParamsOf<R>; readonly body: BodyOf<R> }
    : [Has<ParamsOf<R>>, Has<BodyOf<R>>] extends [true, false]
      ? ParamsOf<R>
      : [Has<ParamsOf<R>>, Has<BodyOf<R>>] extends [false, true]
        ? BodyOf<R>
        : void;

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** The parts of a request that are a hook's argument. */
export function partsOf(route: Route, arg: unknown): Parts {
  if (route.idempotent || (route.params && route.body)) return arg as Parts;
  if (route.params) return { params: arg as Record<string, string> };
  return route.body ? { body: arg } : {};
}

type Result<Data> = { data: Data } | { error: CallFailure };

/** The queryFn of a route, for a remote that injects its own endpoints. */
export function fromContract<R extends Route>(route: R, action: string) {
  return {
    queryFn: async (arg: ArgOf<R>, { signal }: { signal: AbortSignal }): Promise<Result<ResponseOf<R>>> =>
      (await query({ route, action, ...partsOf(route, arg) }, signal)) as Result<ResponseOf<R>>,
  };
}

/** The same for a GET whose 404 means "nothing yet": then the data is `nothing` (spec 7). */
export function fromContractOr<R extends Route, Nothing>(route: R, action: string, nothing: Nothing) {
  return {
    queryFn: async (
      arg: ArgOf<R>,
      { signal }: { signal: AbortSignal },
    ): Promise<Result<ResponseOf<R> | Nothing>> =>
      (await query({ route, action, absent: nothing, ...partsOf(route, arg) }, signal)) as Result<
        ResponseOf<R>
      >,
  };
}

/** `fromContractOr` with null as `nothing`. */
export const fromContractOrNull = <R extends Route>(route: R, action: string) =>
  fromContractOr(route, action, null);

/** RTK's retry reads only the signal of its second argument. */
const query = (call: QueryCall, signal: AbortSignal) => baseQuery(call, { signal } as BaseQueryApi, {});
