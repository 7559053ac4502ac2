import { locale } from '@flint/texts';
import { API_BASE, pathOf, type Route } from '@flint/contracts';
import { networkFailure, refusedFailure, type CallFailure } from './failure';

/** What the API client needs from whoever owns the session (the shell). */
export interface Credentials {
  /** A valid access token, or null when signed out. */
  accessToken(): Promise<string | null>;
  /** Called after a 401: the session may be over. */
  onUnauthenticated(): void;
}

let credentials: Credentials = {
  accessToken: () => Promise.resolve(null),
  onUnauthenticated: () => undefined,
};

/** Hands the session's credentials to every later call. */
export function setCredentials(owner: Credentials): void {
  credentials = owner;
}

/** A valid access token, or null when signed out. */
export const accessToken = (): Promise<string | null> => credentials.accessToken();

export interface Call {
  readonly route: Route;
  /** Words for 'Failed to <action>: …' (spec 7). */
  readonly action: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal;
  /** Let it finish although the page goes; for bodies below 60 kB. */
  readonly keepalive?: boolean;
}

type Answer = { readonly data: unknown } | { readonly error: CallFailure };

/** Names a call in the server's log; `crypto.randomUUID` exists on secure origins only. */
const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function headersOf({ route, body, idempotencyKey }: Call): Promise<Headers> {
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': locale(),
    'x-request-id': newRequestId(),
  });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  const token = route.auth === 'user' ? await credentials.accessToken() : null;
  if (token) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/** Sends one call of the route table. Never throws: a refusal or a lost network is an `error`. */
export async function send(call: Call): Promise<Answer> {
  const { route, params, body, signal, keepalive = false } = call;
  let response: Response;
  try {
    response = await fetch(new URL(API_BASE + pathOf(route, params), location.origin), {
      method: route.method,
      headers: await headersOf(call),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  } catch {
    return { error: networkFailure() };
  }
  const text = await response.text().catch(() => '');
  const parsed = parse(text);
  if (response.ok) return { data: parsed ?? null };
  if (response.status === 401) credentials.onUnauthenticated();
  return { error: refusedFailure(call.action, response, parsed) };
}

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
