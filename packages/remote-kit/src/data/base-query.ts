import { retry, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { asCallFailure, type CallFailure } from './failure';
import { send, type Call } from './transport';

export interface QueryCall extends Call {
  /** The data of a GET whose 404 means "nothing yet" (spec 7). */
  readonly absent?: unknown;
}

export type BaseQuery = BaseQueryFn<QueryCall, unknown, CallFailure, object, boolean>;

const RETRY_MS = 400;

const sendCall: BaseQuery = async ({ absent, ...call }, { signal }) => {
  const answer = await send({ ...call, signal });
  if (absent !== undefined && 'error' in answer && answer.error.status === 404) return { data: absent };
  return answer;
};

const isSafeToRepeat = ({ route, idempotencyKey }: Call) =>
  route.method === 'GET' || idempotencyKey !== undefined;

/** Retries a call once (spec 9.6), after a lost connection or a 5xx, if it is safe to repeat. */
export const baseQuery = retry(sendCall, {
  retryCondition: (error, call: QueryCall, { attempt, baseQueryApi }) => {
    const status = asCallFailure(error)?.status;
    const isTransient = status !== undefined && (status === 0 || status >= 500);
    return attempt === 1 && isTransient && isSafeToRepeat(call) && !baseQueryApi.signal.aborted;
  },
  backoff: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
});
