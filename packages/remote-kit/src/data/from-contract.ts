import type { BodyOf, ParamsOf, ResponseOf, Route } from '@flint/contracts';
import { send } from './transport';
import type { CallFailure } from './failure';

type Has<T> = T extends undefined ? false : true;

/**
 * What a hook takes, derived from the route: nothing, its params, its body, or both as `{ params, body }`;
 * an idempotent route takes `{ body, idempotencyKey }`.
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

function partsOf(route: Route, arg: unknown): Parts {
  if (route.idempotent || (route.params && route.body)) return arg as Parts;
  if (route.params) return { params: arg as Record<string, string> };
  return route.body ? { body: arg } : {};
}

type Result<Data> = { data: Data } | { error: CallFailure };

/** The queryFn of a route: method, path, argument and result types all come from the contract. */
export function fromContract<R extends Route>(route: R, action: string) {
  return {
    queryFn: async (arg: ArgOf<R>, { signal }: { signal: AbortSignal }): Promise<Result<ResponseOf<R>>> =>
      (await sendOnceMore({ route, action, signal, ...partsOf(route, arg) })) as Result<ResponseOf<R>>,
  };
}

/** The same for a GET whose 404 means "nothing yet": the data is `nothing` then (spec 7). */
export function fromContractOr<R extends Route, Nothing>(route: R, action: string, nothing: Nothing) {
  return {
    queryFn: async (
      arg: ArgOf<R>,
      { signal }: { signal: AbortSignal },
    ): Promise<Result<ResponseOf<R> | Nothing>> => {
      const answer = await sendOnceMore({ route, action, signal, ...partsOf(route, arg) });
      if ('error' in answer && answer.error.status === 404) return { data: nothing };
      return answer as Result<ResponseOf<R>>;
    },
  };
}

/** `fromContractOr` with null for nothing. */
export const fromContractOrNull = <R extends Route>(route: R, action: string) =>
  fromContractOr(route, action, null);

const RETRY_MS = 400;
const safeToRepeat = (route: Route, key: string | undefined) => route.method === 'GET' || key !== undefined;

/** Retry once (spec 9): only what is safe to repeat, and only when no answer or a 5xx came. */
async function sendOnceMore(call: Parameters<typeof send>[0]) {
  const first = await send(call);
  if (!('error' in first) || call.signal?.aborted) return first;
  const { status } = first.error;
  if ((status !== 0 && status < 500) || !safeToRepeat(call.route, call.idempotencyKey)) return first;
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  return send(call);
}
