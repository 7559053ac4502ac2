import { callErrorText, callFailure, type ErrorCode, type Problem } from '@flint/contracts';
import { addTexts, message, t } from '@flint/texts';

/** What a failed call leaves in a hook's `error`. */
export interface CallFailure {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's stable code; `network` when no answer came. */
  readonly code: ErrorCode | 'network';
  /** The text to show, by `t` (spec 8): 'Failed to <action>: <status text>' through the mapping table. */
  readonly message: string;
  /** The server's problem document, when it sent one. */
  readonly problem: Problem | null;
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: message('Bad Request'),
  401: message('Unauthorized'),
  403: message('Forbidden'),
  404: message('Not Found'),
  405: message('Method Not Allowed'),
  408: message('Request Timeout'),
  409: message('Conflict'),
  413: message('Payload Too Large'),
  415: message('Unsupported Media Type'),
  422: message('Unprocessable Entity'),
  429: message('Too Many Requests'),
  500: message('Internal Server Error'),
  502: message('Bad Gateway'),
  503: message('Service Unavailable'),
  504: message('Gateway Timeout'),
  507: message('Insufficient Storage'),
};

/** HTTP/2 carries no status text: the standard one is used then (RFC 9110). */
const statusText = (response: Response) =>
  response.statusText || (STATUS_TEXT[response.status] ?? String(response.status));

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;

/** The English text, which the catalogue knows afterwards: what the table does not map is put together of action and status. */
function textOf(action: string, status: string): string {
  const text = callErrorText(callFailure(action, status));
  if (text.startsWith('Failed to '))
    addTexts({ [text]: t('Failed to {action}: {status}', { action: t(action), status: t(status) }) });
  return text;
}

/** The failure of a call that was answered with a refusal. */
export function refusedFailure(action: string, response: Response, body: unknown): CallFailure {
  const problem = isProblem(body) ? body : null;
  return {
    status: response.status,
    code: problem?.code ?? (response.status === 404 ? 'not_found' : 'internal'),
    message: textOf(action, statusText(response)),
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
