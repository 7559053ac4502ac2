import { callErrorText, callFailure, type ErrorCode, type Problem } from '@flint/contracts';

/** What a failed call leaves in a hook's `error`. */
export interface CallFailure {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's stable code; `network` when no answer came. */
  readonly code: ErrorCode | 'network';
  /** The text to show (spec 8): 'Failed to <action>: <status text>' through the mapping table. */
  readonly message: string;
  /** The server's problem document, when it sent one. */
  readonly problem: Problem | null;
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

/** HTTP/2 carries no status text: the standard one is used then (RFC 9110). */
const statusText = (response: Response) =>
  response.statusText || (STATUS_TEXT[response.status] ?? String(response.status));

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;

/** The failure of a call that was answered with a refusal. */
export function refusedFailure(action: string, response: Response, body: unknown): CallFailure {
  const problem = isProblem(body) ? body : null;
  return {
    status: response.status,
    code: problem?.code ?? (response.status === 404 ? 'not_found' : 'internal'),
    message: callErrorText(callFailure(action, statusText(response))),
    problem,
  };
}

/** The failure of a call that got no answer. */
export function networkFailure(): CallFailure {
  return { status: 0, code: 'network', message: callErrorText('Failed to fetch'), problem: null };
}

/** The failure in a hook's `error`, or null for anything else RTK Query may put there. */
export function asCallFailure(error: unknown): CallFailure | null {
  return typeof error === 'object' && error !== null && 'problem' in error && 'message' in error
    ? (error as CallFailure)
    : null;
}
