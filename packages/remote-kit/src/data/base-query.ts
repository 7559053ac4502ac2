import { LIMITS } from '@flint/contracts';
import { retry, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { asCallFailure, type CallFailure } from './failure';
import { send, type Call } from './transport';

export interface QueryCall extends Call {
  /** The data of a GET whose 404 means "nothing yet" (spec 7). */
  readonly absent?: unknown;
}

export type BaseQuery = BaseQueryFn<QueryCall, unknown, CallFailure, object, boolean>;

const RETRY_MS = 400;
/** The server's Retry-After while the first request with a key is under way: it has answered 503, and works on. */
const UNDER_WAY_MS = 1_000;
const UNDER_WAY_TRIES = LIMITS.answerPatienceMs / UNDER_WAY_MS;

const sendCall: BaseQuery = async ({ absent, ...call }, { signal }) => {
  const answer = await send({ ...call, signal });
  if (absent !== undefined && 'error' in answer && answer.error.status === 404) return { data: absent };
  return answer;
};

const isSafeToRepeat = ({ route, idempotencyKey }: Call) =>
  route.method === 'GET' || idempotencyKey !== undefined;

/** Retries a call once (spec 9.6), after a lost connection or a 5xx, if it is safe to repeat; while its first request is under way, until that ends. */
export const baseQuery = retry(sendCall, {
  retryCondition: (error, call: QueryCall, { attempt, baseQueryApi }) => {
    const { status = NaN, code } = asCallFailure(error) ?? {};
    const tries = code === 'idempotency_in_flight' ? UNDER_WAY_TRIES : Number(status === 0 || status >= 500);
    return attempt <= tries && isSafeToRepeat(call) && !baseQueryApi.signal.aborted;
  },
  backoff: (attempt) =>
    new Promise((resolve) => setTimeout(resolve, attempt === 1 ? RETRY_MS : UNDER_WAY_MS)),
});
