import { callErrorText, callFailure, type ErrorCode, type Problem } from '@flint/contracts';
import { addTexts, message, t } from '@flint/texts';

/** The `error` of a hook after a failed call. */
export interface CallFailure {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The server's stable code; `network` without a response. */
  readonly code: ErrorCode | 'network';
  /** The text to show, translated by `t` (spec 8): 'Failed to <action>: <status text>' or its entry in the table. */
  readonly message: string;
  /** The server's problem document, if it sent one. */
  readonly problem: Problem | null;
  /** Milliseconds after which the server allows another try, if it names them. */
  readonly retryAfterMs?: number | undefined;
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: message('Bad Request'),
  408: message('Request Timeout'),
  409: message('Conflict'),
  413: message('Payload Too Large'),
  422: message('Unprocessable Entity'),
  429: message('Too Many Requests'),
  502: message('Bad Gateway'),
  503: message('Service Unavailable'),
  504: message('Gateway Timeout'),
  507: message('Insufficient Storage'),
};

/** HTTP/2 has no status text: then the standard one is used (RFC 9110), or the number, by which spec 8 knows its four. */
const statusText = (response: Response) =>
  response.statusText || (STATUS_TEXT[response.status] ?? String(response.status));

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;

/** The English text. One that is not in the table is built from action and status, and its translation is added to the catalogue. */
function textOf(action: string, status: string): string {
  const text = callErrorText(callFailure(action, status));
  if (text.startsWith('Failed to '))
    addTexts({ [text]: t('Failed to {action}: {status}', { action: t(action), status: t(status) }) });
  return text;
}

/** `Retry-After` in seconds; proxies may send a date, which depends on the clock of this device. */
function retryAfter({ headers }: Response): { readonly retryAfterMs?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
}

/** The failure of a refused call. */
export function refusedFailure(action: string, response: Response, body: unknown): CallFailure {
  const problem = isProblem(body) ? body : null;
  return {
    status: response.status,
    code: problem?.code ?? (response.status === 404 ? 'not_found' : 'internal'),
    message: textOf(action, statusText(response)),
    problem,
    ...retryAfter(response),
  };
}

/** The failure of a call without a response. */
export function networkFailure(): CallFailure {
  return { status: 0, code: 'network', message: callErrorText('Failed to fetch'), problem: null };
}

/** The failure in a hook's `error`; null for anything else that RTK Query may return. */
export function asCallFailure(error: unknown): CallFailure | null {
  return typeof error === 'object' && error !== null && 'problem' in error && 'message' in error
    ? (error as CallFailure)
    : null;
}
