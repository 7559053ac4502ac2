import type { BodyOf, ParamsOf, ResponseOf } from '@flint/contracts';
import { DESK_BASE, OPERATOR_HEADER, type DeskRoute } from '@flint/contracts/desk';
import { send } from '@flint/remote-kit/data';

/** The message of a failed call. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly text: string;
}

interface Sent<R extends DeskRoute> {
  readonly params?: ParamsOf<R>;
  readonly body?: BodyOf<R>;
  readonly query?: Readonly<Record<string, string>>;
}

export type Answer<T> = { readonly data: T } | { readonly failure: Failure };

const NO_ANSWER = 'The desk does not answer. Nothing was lost; try again.';

let onSignedOut: (failure: Failure) => void = () => undefined;

/** Called when a response says that the session has ended. */
export const listenForSignOut = (listener: (failure: Failure) => void): void => void (onSignedOut = listener);

let headers: Readonly<Record<string, string>> = {};

/** All later calls are those of this operator; the desk refuses them once another one has signed in in this browser. */
export const askAs = (operator: string): void =>
  void (headers = { [OPERATOR_HEADER]: encodeURIComponent(operator) });

/** Calls a route of the desk; never throws. Also notifies listeners when the session has ended. */
export async function ask<R extends DeskRoute>(
  route: R,
  { params, body, query }: Sent<R> = {},
): Promise<Answer<ResponseOf<R>>> {
  const path = query ? `${route.path}?${new URLSearchParams(query)}` : route.path;
  const answer = await send({
    route: { ...route, path },
    base: DESK_BASE,
    action: route.name,
    params: params as Record<string, string> | undefined,
    body,
    headers,
  });
  if ('data' in answer) return { data: answer.data as ResponseOf<R> };
  const { status, problem } = answer.error;
  // the message of a field is more precise
  const [field] = problem?.errors ?? [];
  const text = field?.detail ?? problem?.detail ?? NO_ANSWER;
  const failure = { status, code: String(problem?.code ?? 'network'), text };
  if (status === 401 && route.stage !== 'none') onSignedOut(failure);
  return { failure };
}
